import { aBoolean, aNumber, anObject, aString, type Check, type Checks, oneOf } from '../../src/core/options/checks.ts';
import type { ApiName } from '../api/table.ts';
import { assumptions } from '../assumptions.ts';
import { anEndpoint } from '../checks.ts';
import type { RequestHeaders } from '../http/request.ts';
import { DroppedRecords } from './dropped-records.ts';
import { refuseMisspeltInput } from './misspelt-input.ts';
import { createRecorded, type FilterRules, orNull, type RecordEntry, type Recorded } from './recorded.ts';
import { requestInput } from './request-input.ts';
import { RingBuffer } from './ring-buffer.ts';

/** A request that the mock has received, and its outcome. */
export interface RequestRecord {
  readonly id: string;
  /** Mock time, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** The endpoint's name, such as `projects.create`; null if no endpoint has this path. */
  readonly endpoint: ApiName | null;
  /** The path parameters, such as `{ projectId }`. */
  readonly path: Readonly<Record<string, string>>;
  /** The query parameters: numbers where the endpoint expects numbers, else strings. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The API key is redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null if there was none, or it could not be parsed. */
  readonly body: unknown;
  /**
   * The fields of the body, or the query parameters, that the mock does not know and therefore ignored, by path, such as
   * `items[0].end_seconds`: the first 20. Empty if the request was refused before they were looked for.
   */
  readonly unknownFields: readonly string[];
  /** The Idempotency-Key as it was sent; null if there was none. */
  readonly idempotencyKey: string | null;
  /** The status of the response; null if the connection was dropped. */
  readonly status: number | null;
  /** Whether the response was replayed for an Idempotency-Key that had been used before. */
  readonly replayed: boolean;
  /** The id of the fault that was applied to the request, the last one if there were several; null if there was none. */
  readonly fault: string | null;
}

/** Which requests to find: those that match every given field. */
export interface RequestFilter {
  readonly endpoint?: ApiName | null | undefined;
  /**
   * The request's path parameters, query and body fields, such as `{ projectId, limit }`. Objects may have additional
   * fields, arrays must have exactly these items, and asymmetric matchers such as `expect.any(String)` decide for themselves.
   */
  readonly input?: object | undefined;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  readonly status?: number | null | undefined;
  /** The API key that the request was sent with; any if omitted. */
  readonly apiKey?: string | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly replayed?: boolean | undefined;
}

const filterChecks: Omit<Checks<RequestFilter>, 'apiKey'> = {
  endpoint: orNull(anEndpoint),
  input: anObject,
  method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  status: orNull(aNumber),
  idempotencyKey: orNull(aString),
  replayed: orNull(aBoolean),
};

function filterRules(anAcceptedKey: Check): FilterRules<RequestRecord, RequestFilter> {
  return {
    fieldsOf: (record) => ({ ...record, input: requestInput(record) }),
    refuse: ({ endpoint, input }, requests) => {
      if (typeof endpoint === 'string' && input) refuseMisspeltInput(endpoint, input, requests);
    },
    checks: { ...filterChecks, apiKey: orNull(anAcceptedKey) },
  };
}

/** The newest requests, up to a number and a total size. */
export class RequestLog {
  readonly #entries: RingBuffer<RecordEntry<RequestRecord>>;
  readonly #dropped = new DroppedRecords();
  readonly #filterRules: FilterRules<RequestRecord, RequestFilter>;
  #count = 0;

  constructor(length: number, anAcceptedKey: Check) {
    this.#filterRules = filterRules(anAcceptedKey);
    this.#entries = new RingBuffer(length, assumptions.logSize.value);
  }

  newId(): string {
    this.#count += 1;
    return `req-${this.#count}`;
  }

  add(apiKey: string | undefined, item: RequestRecord): void {
    const dropped = this.#entries.push({ apiKey, item }, sizeOf(item));
    this.#dropped.add(dropped.map((entry) => entry.item.endpoint));
  }

  /** Oldest first; of one workspace if `apiKey` is given. */
  list(apiKey?: string): Recorded<RequestRecord, RequestFilter> {
    const entries = this.#entries.entries().filter((entry) => apiKey === undefined || entry.apiKey === apiKey);
    return createRecorded(entries, this.#filterRules, this.#dropped);
  }

  /** Removes all requests and restarts the ids, or removes those of one workspace only. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) {
      this.#count = 0;
      this.#dropped.clear();
    }
    this.#entries.remove((entry) => apiKey === undefined || entry.apiKey === apiKey);
  }
}

export function redactedHeaders(headers: RequestHeaders): Record<string, string> {
  const plainHeaders = Object.fromEntries(headers);
  if ('authorization' in plainHeaders) plainHeaders.authorization = '[redacted]';
  return plainHeaders;
}

/** In characters, of what a client can make large. */
function sizeOf({ url, headers, body }: RequestRecord): number {
  let size = url.length;
  for (const [name, value] of Object.entries(headers)) size += name.length + value.length;
  return body === null ? size : size + JSON.stringify(body).length;
}
