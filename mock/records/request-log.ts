import type { Check } from '../../src/core/options/checks.ts';
import type { ApiName } from '../http/api.ts';
import type { RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import { NewestEntries } from './newest-entries.ts';
import { createRecorded, type FilterRules, type RecordEntry, type Recorded } from './recorded.ts';
import { type InputFields, type RequestFilter, requestFilterRules } from './request-filter.ts';
import type { RecordedResponse, RequestRecord } from './request-record.ts';

export class RequestLog {
  readonly #entries: NewestEntries<RecordEntry<RequestRecord>>;
  readonly #filterRules: FilterRules<RequestRecord, RequestFilter>;
  #count = 0;

  constructor(length: number, anAcceptedKey: Check, fields: InputFields) {
    this.#filterRules = requestFilterRules(anAcceptedKey, fields);
    this.#entries = new NewestEntries(length, ({ item }) => item.endpoint);
  }

  newId(): string {
    this.#count += 1;
    return `req-${this.#count}`;
  }

  add(apiKey: string | undefined, item: RequestRecord): void {
    this.#entries.push({ apiKey, item }, sizeOf(item));
  }

  /** Returns the requests of all workspaces, or of the given one, oldest first. */
  list(apiKey?: string): Recorded<RequestRecord, RequestFilter> {
    return createRecorded(this.#entries.entries(apiKey), this.#filterRules, this.#entries.dropped);
  }

  /** Removes all requests and restarts the ids. With `apiKey`, only removes the requests of that workspace. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#entries.clear(apiKey);
  }
}

export function redactedHeaders(headers: RequestHeaders): Record<string, string> {
  const plainHeaders = Object.fromEntries(headers);
  if ('authorization' in plainHeaders) plainHeaders.authorization = '[redacted]';
  return plainHeaders;
}

/** Returns the number of characters in the parts that a client can make large. */
function sizeOf({ url, headers, body, response }: RequestRecord): number {
  let size = url.length + (response?.body.length ?? 0);
  for (const name in headers) size += name.length + (headers[name]?.length ?? 0);
  return body === null ? size : size + JSON.stringify(body).length;
}

/** The number of bytes of a response body that are kept. */
const MAX_BYTES = 8192;

export function recordedResponse({ headers, body }: ResponseData, endpoint: ApiName | null): RecordedResponse {
  // Don't record the body of a file, because it is not text.
  if (endpoint === null && body instanceof Uint8Array) return { headers, body: '', bytes: body.length };
  const { text, bytes } = startOf(body ?? '');
  return { headers, body: endpoint === 'webhooks.register' ? withoutSecret(text) : text, bytes };
}

function startOf(body: string | Uint8Array): { readonly text: string; readonly bytes: number } {
  // Do not encode ASCII, because an array for each response takes time to create and to collect.
  if (typeof body === 'string' && body.length <= MAX_BYTES && isAscii.test(body)) {
    return { text: body, bytes: body.length };
  }
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(body);
  return { text: typeof body === 'string' && bytes.length <= MAX_BYTES ? body : start(bytes), bytes: bytes.length };
}

const isAscii = /^[ -~]*$/;

/** Decodes the first bytes. A slice of the string would keep the whole string in memory. */
function start(bytes: Uint8Array): string {
  // With `stream`, a character that is cut in two is omitted.
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES), { stream: true });
}

/** Redacts the secret. The pattern also matches escaped quotation marks inside the secret. */
function withoutSecret(body: string): string {
  return body.replace(/"secret":"(?:[^"\\]|\\.)*"/, '"secret":"[redacted]"');
}
