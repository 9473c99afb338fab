import { toMessageText } from '../../src/core/errors/message-text.ts';

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
  // The message may quote what the receiver sent.
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
  if (tls) return `TLS failed: ${tls} (does it speak https?)`;
  if (error.message === '') return String(error.code ?? error.name);
  return isTlsCode(error.code) ? `TLS failed: ${error.message}` : error.message;
}

/** Whether this is one of Node's codes for an invalid certificate. */
function isTlsCode(code: unknown): boolean {
  return typeof code === 'string' && /CERT|SELF_SIGNED|ERR_TLS/.test(code);
}
