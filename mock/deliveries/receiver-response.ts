import { callSafely } from '../../src/core/async/call-safely.ts';
import { toMessageText } from '../../src/core/errors/message-text.ts';

/** How much of a response's body is kept, in characters. */
const MAX_BODY_LENGTH = 1000;

/** Reads no more of a body than is kept. */
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
  // Not awaited: that of a cloned response settles only when the other body has been read, or is cancelled, too.
  void callSafely(() => reader.cancel());
  return text.slice(0, MAX_BODY_LENGTH);
}

/** Why there was no response, in words that say what to check; on one line, without a full stop. */
export function explainNoResponse(error: unknown): string {
  // What a receiver sent may be part of it.
  return toMessageText(explain(error));
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch failed` says nothing; its cause does.
  if (error.cause instanceof Error) return explain(error.cause);
  return explainAlone(error).trim().replace(/\.$/, '');
}

/** Explains an error by itself, whatever its cause. */
function explainAlone(error: Error & { readonly code?: unknown }): string {
  // A host with several addresses: the error as a whole says nothing, those of the addresses do.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(explain).join(', ');
  // OpenSSL: error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/…
  const tls = /:SSL routines:[^:]*:([^:]+):/.exec(error.message)?.[1];
  if (tls) return `TLS failed: ${tls} (does it speak https?)`;
  if (error.message === '') return String(error.code ?? error.name);
  return isTlsCode(error.code) ? `TLS failed: ${error.message}` : error.message;
}

/** Whether this is one of Node's codes for what is wrong with a certificate. */
function isTlsCode(code: unknown): boolean {
  return typeof code === 'string' && /CERT|SELF_SIGNED|ERR_TLS/.test(code);
}
