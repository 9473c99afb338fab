import { aBoolean, aNumber, anObject, aString, oneOf } from '../../src/core/options/checks.ts';
import type { ApiName } from '../api/table.ts';
import { assumptions } from '../assumptions.ts';
import { anEndpoint } from '../checks.ts';
import { inputOf } from './call-input.ts';
import { type Entry, type Filtering, orNull, type Recorded, recorded } from './recorded.ts';
import { Ring } from './ring.ts';

/** One request that the mock has had, and what came of it. */
export interface RequestRecord {
  readonly id: string;
  /** Mock time, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** The endpoint's name, `projects.create` say; null where the path is none. */
  readonly endpoint: ApiName | null;
  /** The path's parameters, `{ projectId }` say. */
  readonly path: Readonly<Record<string, string>>;
  /** The query's fields: numbers as such where the endpoint takes them, else text. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null where there was none, or none that could be read. */
  readonly body: unknown;
  /** The Idempotency-Key as it was sent; null where there was none. */
  readonly idempotencyKey: string | null;
  /** The answer's status; null where the connection was dropped. */
  readonly status: number | null;
  /** Whether the answer was one that an Idempotency-Key had had before. */
  readonly replayed: boolean;
  /** The id of the fault that hit the call, the last where delays came before it; null if none did. */
  readonly fault: string | null;
}

/** Which requests are looked for: those for which every field that is given holds. */
export interface RequestFilter {
  readonly endpoint?: ApiName | null;
  /**
   * What the call was given: its path parameters, query and body fields, `{ projectId, limit }` say. Objects may have more
   * fields than these, lists have exactly these items; asymmetric matchers, `expect.any(String)` say, decide themselves.
   */
  readonly input?: object;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly status?: number | null;
  /** Whose requests; everybody's if left out. */
  readonly apiKey?: string;
  readonly idempotencyKey?: string | null;
  readonly replayed?: boolean;
}

const filtering: Filtering<RequestRecord, RequestFilter> = {
  fieldsOf: (record) => ({ ...record, input: inputOf(record) }),
  checks: {
    endpoint: orNull(anEndpoint),
    input: anObject,
    method: oneOf(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
    status: orNull(aNumber),
    apiKey: orNull(aString),
    idempotencyKey: orNull(aString),
    replayed: orNull(aBoolean),
  },
};

/** The newest requests of a mock. */
export class RequestLog {
  readonly #entries: Ring<Entry<RequestRecord>>;
  #count = 0;

  constructor(length: number) {
    this.#entries = new Ring(length, assumptions.logSize.value);
  }

  newId(): string {
    this.#count += 1;
    return `req-${this.#count}`;
  }

  add(apiKey: string | undefined, item: RequestRecord): void {
    const { url, headers, body } = item;
    this.#entries.push({ apiKey, item }, JSON.stringify([url, headers, body]).length);
  }

  /** Oldest first; of one workspace, if it is named. */
  list(apiKey?: string): Recorded<RequestRecord, RequestFilter> {
    const entries = this.#entries.entries().filter((entry) => apiKey === undefined || entry.apiKey === apiKey);
    return recorded(entries, filtering);
  }

  /** Forgets all, and numbers anew what comes; or forgets those of one workspace. */
  clear(apiKey?: string): void {
    if (apiKey === undefined) this.#count = 0;
    this.#entries.remove((entry) => apiKey === undefined || entry.apiKey === apiKey);
  }
}

/** A request's headers as they may be shown. */
export function shownHeaders(headers: Headers): Record<string, string> {
  const shown = Object.fromEntries(headers);
  return 'authorization' in shown ? { ...shown, authorization: '[redacted]' } : shown;
}
