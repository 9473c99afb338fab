import { assumptions } from './assumptions.ts';
import { Ring } from './ring.ts';

/** One request that the mock has had, and what came of it. */
export interface RequestRecord {
  readonly id: string;
  /** Mock time, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** The endpoint's name, `projects.create` say; null where the path is none. */
  readonly endpoint: string | null;
  /** Without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null where there was none, or none that could be read. */
  readonly body: unknown;
  /** The answer's status; null where the connection was dropped. */
  readonly status: number | null;
  /** Whether the answer was one that an Idempotency-Key had had before. */
  readonly replayed: boolean;
}

/** The newest requests of a mock. */
export class RequestLog {
  readonly #records = new Ring<{ readonly apiKey: string | undefined; readonly record: RequestRecord }>(
    assumptions.logLength.value,
    assumptions.logSize.value,
  );

  add(apiKey: string | undefined, record: RequestRecord): void {
    this.#records.push({ apiKey, record }, JSON.stringify(record.body).length);
  }

  /** Oldest first; of one workspace, if it is named. */
  list(apiKey?: string): RequestRecord[] {
    const entries = this.#records.entries().filter((entry) => apiKey === undefined || entry.apiKey === apiKey);
    return entries.map(({ record }) => record);
  }

  clear(): void {
    this.#records.clear();
  }
}

/** A request's headers as they may be shown. */
export function shownHeaders(headers: Headers): Record<string, string> {
  const shown = Object.fromEntries(headers);
  return 'authorization' in shown ? { ...shown, authorization: '[redacted]' } : shown;
}
