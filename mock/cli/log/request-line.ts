import { API_PATH } from '../../assumptions.ts';
import type { RequestRecord } from '../../records/request-record.ts';
import { type LogLine, wallTime } from './layout.ts';
import type { ShownText } from './shown-text.ts';

/** Returns the line for an API request. Omits the query and the headers, because they may contain secrets. */
export function requestLine(request: RequestRecord, shown: ShownText, latencyMs: number): LogLine {
  const { method, status, took, endpoint } = request;
  return {
    time: wallTime(),
    action: shown.part(method),
    target: shown.part(targetOf(request)),
    status,
    took: took + latencyMs,
    name: endpoint ?? '',
    problems: problemsOf(request).map((problem) => shown.part(problem)),
    notes: notesOf(request).map((note) => shown.part(note)),
  };
}

/** Returns the path below the base URL. Returns an unknown path in full, because the base URL itself may be wrong. */
function targetOf({ url, endpoint }: RequestRecord): string {
  // Do not parse the URL, which takes as long as the rest of the line. The mock has already normalized it.
  const [, pathname = ''] = /^[^/]*\/\/[^/]*([^?#]*)/.exec(url) ?? [];
  return endpoint === null ? pathname : pathname.slice(API_PATH.length);
}

function problemsOf({ endpoint, why, fault }: RequestRecord): string[] {
  const param = why?.param ? [`param ${why.param}`] : [];
  const problem = endpoint === null ? hintOf(why) : (why?.code ?? why?.message);
  return [...param, problem, fault].filter((part) => typeof part === 'string');
}

/** Returns the last sentence of the error, which names the nearest path or the accepted methods. */
function hintOf(why: RequestRecord['why']): string | undefined {
  return why?.message.split('. ').at(-1);
}

function notesOf({ id, replayed, replayOf, idempotencyKey, source }: RequestRecord): string[] {
  const replay = replayed ? [`replayed ${idempotencyKey}${replayOf === null ? '' : ` of ${replayOf}`}`] : [];
  return [...replay, ...(source === 'console' ? ['console'] : []), id];
}

/** A request that the mock does not record: for a page, for a file that was sent as it is, or one that was rejected. */
export interface UnrecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The duration in milliseconds. */
  readonly took: number;
}

export function unrecordedLine({ method, path, status, took }: UnrecordedRequest, shown: ShownText): LogLine {
  const [action, target] = [shown.part(method), shown.part(path)];
  return { time: wallTime(), action, target, status, took, name: '', problems: [], notes: [] };
}
