import type { LogLine } from './log-line.ts';
import type { ShownText } from './shown-text.ts';
import { wallTime } from './wall-time.ts';

/** A request that is in no record of the mock: for a file, a page or control, or one that was refused before all else. */
export interface UnrecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Null if there was no response. */
  readonly status: number | null;
  /** In milliseconds. */
  readonly took: number;
}

export function unrecordedLine({ method, path, status, took }: UnrecordedRequest, shown: ShownText): LogLine {
  const time = wallTime();
  return {
    time,
    action: shown.part(method),
    target: shown.part(path),
    status,
    took,
    name: '',
    problems: [],
    notes: [],
  };
}
