import type { ApiName } from '../http/api.ts';
import type { ResponseData } from '../http/response.ts';
import type { RecordedResponse } from './request-record.ts';

/** How much of a body is kept, in bytes. */
const MAX_BYTES = 8192;

/** A response as it is recorded. */
export function recordedResponse({ headers, body }: ResponseData, endpoint: ApiName | null): RecordedResponse {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(body ?? '');
  const text = typeof body === 'string' && bytes.length <= MAX_BYTES ? body : start(bytes);
  return { headers, body: endpoint === 'webhooks.register' ? withoutSecret(text) : text, bytes: bytes.length };
}

/** Decoded, since a slice of a string would keep the whole one in memory. */
function start(bytes: Uint8Array): string {
  // As a stream: what is left of a character at the end is dropped.
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES), { stream: true });
}

/** A string in JSON has no quotation mark unescaped. */
function withoutSecret(body: string): string {
  return body.replace(/"secret":"(?:[^"\\]|\\.)*"/, '"secret":"[redacted]"');
}
