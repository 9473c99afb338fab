import type { Delivery } from '../../deliveries/delivery.ts';
import type { RequestRecord } from '../../records/request-record.ts';
import type { Change } from '../../stream/mock-event.ts';
import { BoundedOutput, missingJson, missingLine } from './bounded-output.ts';
import { deliveryLine, NewAttempts } from './delivery-line.ts';
import type { LogLine } from './layout.ts';
import { createLayout, type LogStream } from './layout.ts';
import { requestLine, type UnrecordedRequest, unrecordedLine } from './request-line.ts';
import type { ShownText } from './shown-text.ts';

/** Where the log of a mock is written to, and how. */
interface LogOptions {
  readonly stream: LogStream;
  readonly shown: ShownText;
  /** The delay of each request in milliseconds, which its record does not include. */
  readonly latencyMs: number;
}

/** Writes down what happens in a mock. */
export interface MockLog {
  change(change: Change): void;
  unrecorded(request: UnrecordedRequest): void;
}

/** A line for each request and each attempt of a delivery, with `isVerbose` followed by headers and bodies. */
export function createLineLog({ stream, shown, latencyMs }: LogOptions, isVerbose: boolean): MockLog {
  const output = new BoundedOutput(stream, missingLine);
  const attempts = new NewAttempts();
  const layOut = createLayout(stream);
  const write = (line: () => LogLine, details: () => string[]) =>
    output.write(() => (isVerbose ? [layOut(line()), ...details()].join('\n') : layOut(line())));
  const logRequest = (request: RequestRecord) =>
    write(
      () => requestLine(request, shown, latencyMs),
      () => requestDetails(request, shown),
    );
  const logAttempt = (delivery: Delivery) =>
    write(
      () => deliveryLine(delivery, shown),
      () => attemptDetails(delivery, shown),
    );
  return {
    change(change) {
      if (change.type === 'request') logRequest(change.request);
      else if (change.type === 'delivery' && attempts.has(change.delivery)) logAttempt(change.delivery);
      else if (change.type === 'reset') attempts.clear();
    },
    unrecorded(request) {
      write(
        () => unrecordedLine(request, shown),
        () => [],
      );
    },
  };
}

/** A JSON object for each event. */
export function createJsonLog({ stream, shown }: Pick<LogOptions, 'stream' | 'shown'>): MockLog {
  const output = new BoundedOutput(stream, missingJson);
  const write = (event: object) => output.write(() => shown.json(event));
  return {
    change: write,
    unrecorded: (request) => write({ type: 'unrecorded_request', request }),
  };
}

/** How much of a body is shown, in characters. */
const MAX_BODY_LENGTH = 1000;

/** The lines below a request: its query and both bodies. */
function requestDetails({ url, body, response }: RequestRecord, shown: ShownText): string[] {
  const { search } = new URL(url);
  const details: string[] = [];
  if (search !== '') details.push(detail('query', shown.start(search.slice(1), MAX_BODY_LENGTH)));
  if (body !== null) details.push(detail('request', bodyText(JSON.stringify(body), shown)));
  if (response && response.body !== '') details.push(detail('response', bodyText(response.body, shown)));
  return details;
}

/** The lines below an attempt: its headers and the body of the response. */
function attemptDetails({ attempts }: Delivery, shown: ShownText): string[] {
  const attempt = attempts.at(-1);
  if (!attempt) return [];
  const headers = Object.entries(attempt.headers).map(([name, value]) =>
    detail('header', shown.part(`${name}: ${value}`)),
  );
  const body = attempt.response?.body ?? '';
  return body === '' ? headers : [...headers, detail('response', bodyText(body, shown))];
}

function bodyText(text: string, shown: ShownText): string {
  return shown.start(text, MAX_BODY_LENGTH);
}

function detail(name: string, text: string): string {
  return `         ${name.padEnd(8)} ${text}`;
}
