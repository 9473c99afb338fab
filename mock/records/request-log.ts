import type { Check } from '../../src/core/options/checks.ts';
import type { ApiName } from '../http/api.ts';
import type { RequestHeaders } from '../http/request.ts';
import type { ResponseData } from '../http/response.ts';
import { DroppedRecords, keptLimits, NewestEntries } from './newest-entries.ts';
import { createRecorded, type FilterRules, type RecordEntry, type Recorded } from './recorded.ts';
import { type InputFields, type RequestFilter, requestFilterRules } from './request-filter.ts';
import type { RecordedResponse, RequestRecord } from './request-record.ts';

/** The newest requests of each workspace. */
export class RequestLog {
  readonly #entries: NewestEntries<RecordEntry<RequestRecord>>;
  readonly #dropped = new DroppedRecords();
  readonly #filterRules: FilterRules<RequestRecord, RequestFilter>;
  #count = 0;

  constructor(length: number, anAcceptedKey: Check, fields: InputFields) {
    this.#filterRules = requestFilterRules(anAcceptedKey, fields);
    this.#entries = new NewestEntries(keptLimits(length));
  }

  newId(): string {
    this.#count += 1;
    return `req-${this.#count}`;
  }

  add(apiKey: string | undefined, item: RequestRecord): void {
    for (const dropped of this.#entries.push({ apiKey, item }, sizeOf(item))) {
      this.#dropped.add(dropped.apiKey, dropped.item.endpoint);
    }
  }

  /** Oldest first; of one workspace if `apiKey` is given. */
  list(apiKey?: string): Recorded<RequestRecord, RequestFilter> {
    return createRecorded(this.#entries.entries(apiKey), this.#filterRules, this.#dropped);
  }

  /** Removes all requests and restarts the ids, or removes those of one workspace only. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#dropped.clear(apiKey);
    this.#entries.clear(apiKey);
  }
}

export function redactedHeaders(headers: RequestHeaders): Record<string, string> {
  const plainHeaders = Object.fromEntries(headers);
  if ('authorization' in plainHeaders) plainHeaders.authorization = '[redacted]';
  return plainHeaders;
}

/** In characters, of what a client can make large. */
function sizeOf({ url, headers, body, response }: RequestRecord): number {
  let size = url.length + (response?.body.length ?? 0);
  for (const [name, value] of Object.entries(headers)) size += name.length + value.length;
  return body === null ? size : size + JSON.stringify(body).length;
}

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
