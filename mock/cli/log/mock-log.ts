import type { Delivery } from '../../deliveries/delivery.ts';
import type { RequestRecord } from '../../records/request-record.ts';
import type { Change } from '../../stream/mock-event.ts';
import { BoundedOutput, missingLine } from './bounded-output.ts';
import { deliveryLine, NewAttempts } from './delivery-line.ts';
import { createLayout, type LogLine, type LogStream } from './layout.ts';
import { requestLine, type UnrecordedRequest, unrecordedLine } from './request-line.ts';
import type { ShownText } from './shown-text.ts';

interface LogOptions {
  readonly stream: LogStream;
  readonly shown: ShownText;
  /** The milliseconds by which each request is delayed. The duration in its record does not include this delay. */
  readonly latencyMs: number;
}

export interface MockLog {
  change(change: Change): void;
  unrecorded(request: UnrecordedRequest): void;
}

/** Writes a line for each request and each delivery attempt. If `isVerbose`, also writes headers and bodies. */
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
