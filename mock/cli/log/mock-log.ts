import { API_PATH } from '../../assumptions.ts';
import type { Delivery } from '../../deliveries/delivery.ts';
import type { RequestRecord } from '../../records/request-record.ts';
import type { Change } from '../../stream/mock-event.ts';
import { BoundedOutput, missingLine } from './bounded-output.ts';
import { deliveryLine, NewAttempts } from './delivery-line.ts';
import { createLayout, type LogLine, type LogStream, wallTime } from './layout.ts';
import type { ShownText } from './shown-text.ts';

interface LogOptions {
  readonly stream: LogStream;
  readonly shown: ShownText;
  /** The milliseconds by which each request is delayed. The duration in its record does not include this delay. */
  readonly latencyMs: number;
}

/**
 * A request that the mock does not record: for a page, for a file without an error or a fault, to the control API, or
 * from a sender that is rejected.
 */
export interface UnrecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The duration in milliseconds. */
  readonly took: number;
}

export interface MockLog {
  change(change: Change): void;
  unrecorded(request: UnrecordedRequest): void;
}

/** Writes a line for each request and each delivery attempt. `isVerbose`: also writes details, such as the bodies. */
export function createLineLog({ stream, shown, latencyMs }: LogOptions, isVerbose: boolean): MockLog {
  const output = new BoundedOutput(stream, missingLine);
  const attempts = new NewAttempts();
  const layOut = createLayout(stream);
  const textOf = (line: LogLine, details: () => string[]) => [layOut(line), ...(isVerbose ? details() : [])].join('\n');
  const logRequest = (request: RequestRecord) =>
    output.write(() => textOf(requestLine(request, shown, latencyMs), () => requestDetails(request, shown)));
  const logAttempt = (delivery: Delivery) =>
    output.write(() => textOf(deliveryLine(delivery, shown), () => attemptDetails(delivery, shown)));
  return {
    change(change) {
      if (change.type === 'request') logRequest(change.request);
      else if (change.type === 'delivery' && attempts.has(change.delivery)) logAttempt(change.delivery);
      else if (change.type === 'reset') attempts.clear();
    },
    unrecorded: (request) => output.write(() => layOut(unrecordedLine(request, shown))),
  };
}

export function createJsonLog({ stream, shown }: Pick<LogOptions, 'stream' | 'shown'>): MockLog {
  const output = new BoundedOutput(stream, (missed) => JSON.stringify({ type: 'gap', missed }));
  const write = (event: object) => output.write(() => shown.json(event));
  return { change: write, unrecorded: (request) => write({ type: 'unrecorded_request', request }) };
}

/** Returns the line for an API request. Omits the query and the headers, because they may contain secrets. */
function requestLine(request: RequestRecord, shown: ShownText, latencyMs: number): LogLine {
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

function unrecordedLine({ method, path, status, took }: UnrecordedRequest, shown: ShownText): LogLine {
  const [action, target] = [shown.part(method), shown.part(path)];
  return { time: wallTime(), action, target, status, took, name: '', problems: [], notes: [] };
}

const MAX_BODY_LENGTH = 1000;

function requestDetails({ url, body, response }: RequestRecord, shown: ShownText): string[] {
  const query = new URL(url).search.slice(1);
  const request = body === null ? '' : JSON.stringify(body);
  return [
    ...bodyDetail('query', query, shown),
    ...bodyDetail('request', request, shown),
    ...bodyDetail('response', response?.body, shown),
  ];
}

function attemptDetails({ attempts }: Delivery, shown: ShownText): string[] {
  const { headers = {}, response } = attempts.at(-1) ?? {};
  const lines = Object.entries(headers).map(([name, value]) => detail('header', shown.part(`${name}: ${value}`)));
  return [...lines, ...bodyDetail('response', response?.body, shown)];
}

function bodyDetail(name: string, body = '', shown: ShownText): string[] {
  return body === '' ? [] : [detail(name, shown.start(body, MAX_BODY_LENGTH))];
}

function detail(name: string, text: string): string {
  return `         ${name.padEnd(8)} ${text}`;
}
