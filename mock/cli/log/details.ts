import type { Delivery } from '../../deliveries/delivery.ts';
import type { RequestRecord } from '../../records/request-record.ts';
import type { ShownText } from './shown-text.ts';

/** How much of a body is shown, in characters. */
const MAX_BODY_LENGTH = 1000;

/** Below the line of a request: its query, its body and that of the response. */
export function requestDetails({ url, body, response }: RequestRecord, shown: ShownText): string[] {
  const { search } = new URL(url);
  const details: string[] = [];
  if (search !== '') details.push(detail('query', shown.start(search.slice(1), MAX_BODY_LENGTH)));
  if (body !== null) details.push(detail('request', bodyText(JSON.stringify(body), shown)));
  if (response && response.body !== '') details.push(detail('response', bodyText(response.body, shown)));
  return details;
}

/** Below the line of an attempt: its headers, and what the receiver has responded with. */
export function attemptDetails({ attempts }: Delivery, shown: ShownText): string[] {
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
