import { HttpError } from '../api/http-error.ts';
import { type Answer, jsonResponse } from '../http/answer.ts';
import { ConnectionDropped, TruncatedResponse } from '../http/connection-dropped.ts';
import type { ActiveCallFault } from './fault.ts';
import { withoutField } from './omit.ts';

const encoder = new TextEncoder();

/** What is broken where no service has answered. */
const unanswered: Answer = { status: 200, body: '{"unanswered":true}' };

/**
 * Makes a fault happen to a call, or to its answer where there is one.
 *
 * @returns What is sent instead; undefined where the call goes on as if nothing had been.
 * @throws ConnectionDropped, HttpError as the fault says; the signal's reason when the caller does not wait.
 */
export async function applyFault(
  { drop, stall, cut, malformed, omit, status, headers, delay = 0 }: ActiveCallFault,
  signal: AbortSignal,
  answer: Answer = unanswered,
): Promise<Response | undefined> {
  if (drop) throw new ConnectionDropped('The mock dropped the connection, as a fault told it to.');
  if (stall) throw new TruncatedResponse(brokenOff(answer), 'stall');
  if (cut) throw new TruncatedResponse(brokenOff(answer), 'cut');
  if (malformed) return firstHalf(answer);
  if (omit !== undefined) return jsonResponse({ ...answer, body: withoutField(answer.body, omit) });
  if (status !== undefined) throw errorStatus(status, headers);
  await wait(delay, signal);
  return undefined;
}

/** With the length of the whole, so that who reads it knows that the rest is missing. */
function brokenOff(answer: Answer): Response {
  const response = firstHalf(answer);
  response.headers.set('content-length', String(encoder.encode(answer.body).length));
  return response;
}

/** The first half of an object is no JSON. */
function firstHalf({ status, body }: Answer): Response {
  const whole = encoder.encode(body);
  return jsonResponse({ status, body: whole.slice(0, whole.length / 2) });
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  409: 'idempotency_conflict',
  429: 'rate_limited',
};

function errorStatus(status: number, headers: ActiveCallFault['headers'] = {}): HttpError {
  const code = codes[status] ?? (status >= 500 ? 'internal_error' : 'invalid_request');
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const retryAfter = status === 429 && !names.includes('retry-after') ? { 'retry-after': '1' } : {};
  return new HttpError(status, code, `The mock was told to answer ${status}.`, {
    headers: { ...retryAfter, ...headers },
  });
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
