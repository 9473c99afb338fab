/** The parts of a line of the log. Every text is safe to show. */
export interface LogLine {
  /** The local time of day. */
  readonly time: string;
  /** The method of a request, `-->` for a delivery. */
  readonly action: string;
  /** The path of a request, the URL of a receiver. */
  readonly target: string;
  /** Null if there was no response; `scheduled` if there was no attempt yet. */
  readonly status: number | 'scheduled' | null;
  /** How long it took in milliseconds; null if unknown. */
  readonly took: number | null;
  /** The endpoint, or the type of the event; empty if there is none. */
  readonly name: string;
  /** What was wrong. */
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** The outcome of a request or an attempt. */
export function outcomeOf({ status }: LogLine): string {
  return status === null ? 'no response' : String(status);
}

/** For example `3 ms`; empty if unknown. */
export function tookOf({ took }: LogLine): string {
  if (took === null) return '';
  return took < 1 ? '<1 ms' : `${Math.round(took)} ms`;
}

let second = Number.NaN;
let text = '';

/** The local time of day, such as `14:03:12`. Cached for a second, since many lines share it. */
export function wallTime(now = Date.now()): string {
  const current = Math.floor(now / 1000);
  if (current === second) return text;
  second = current;
  text = new Date(now).toTimeString().slice(0, 8);
  return text;
}
