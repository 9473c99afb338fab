import { toMessageText } from '../../src/core/errors/message-text.ts';
import { assumptions } from '../assumptions.ts';

/** The number of characters of a response body that are kept. */
const MAX_BODY_LENGTH = 1000;

/** Reads the start of a response body, and cancels the rest. */
export async function readStart({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < MAX_BODY_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  // Don't await this call: for a cloned response, it only resolves when the other body is also read or canceled.
  void reader.cancel().catch(() => {});
  return text.slice(0, MAX_BODY_LENGTH);
}

/** Explains why there was no response and what to check, on one line without a full stop. */
export function explainNoResponse(error: unknown): string {
  // The message may contain text from the receiver.
  return toMessageText(explain(error));
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message of `fetch` is only `fetch failed`; the reason is in its cause.
  if (error.cause instanceof Error) return explain(error.cause);
  return explainAlone(error).trim().replace(/\.$/, '');
}

function explainAlone(error: Error & { readonly code?: unknown }): string {
  // For a host with several addresses, there is one error per address, and the outer error has no message.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(explain).join(', ');
  // An OpenSSL message: error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/…
  const tls = /:SSL routines:[^:]*:([^:]+):/.exec(error.message)?.[1];
  if (tls?.endsWith('no application protocol')) return 'it accepts no HTTP/1.1 (with node:http2, set allowHTTP1: true)';
  if (tls) return `TLS failed: ${tls} (does it speak https?)`;
  // The parser reports the first bytes of the response, which are a binary frame in HTTP/2.
  if (error.message.includes('(Expected HTTP/')) return 'it does not speak HTTP/1.1, perhaps only HTTP/2';
  if (error.message === '') return String(error.code ?? error.name);
  const code = String(error.code);
  // Node 24 adds `; … try running Node.js with --use-system-ca`, which only helps if the certificate is installed.
  if (/SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE/.test(code))
    return `TLS failed: ${error.message.replace(/;.*/, '')} (to trust it, start the sender with NODE_EXTRA_CA_CERTS=cert.pem)`;
  return /CERT|ERR_TLS/.test(code) ? `TLS failed: ${error.message}` : error.message;
}

export function timedOut(): Error {
  return new Error(`timed out after ${assumptions.deliverySeconds.value} s`);
}
