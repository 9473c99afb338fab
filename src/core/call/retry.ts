import { ApiError, RateLimitError } from '../errors/api-errors.ts';
import type { ClipwrightError } from '../errors/clipwright-error.ts';
import { causesOf } from '../errors/message-text.ts';
import { ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { backoff, jitter } from './backoff.ts';
import type { Call } from './call.ts';

/** Whether a call that failed with this error is retried. A 429 is retried for as long as the call may last. */
export function mayRetry(error: ClipwrightError, call: Call): boolean {
  if (call.maxRetries === 0 || asksTooMuch(error, call.maxRetryAfter)) return false;
  if (error instanceof RateLimitError) return true;
  return call.failures <= call.maxRetries && isRetryable(error, call.isRepeatable);
}

/** Whether the service asks for a longer wait than the client's `maxRetryAfter`. */
export function asksTooMuch(error: ClipwrightError, maxRetryAfter: number): boolean {
  return error instanceof ApiError && (error.retryAfterSeconds ?? 0) * 1000 > maxRetryAfter;
}

export function mayHaveActed(error: ClipwrightError): boolean {
  if (error instanceof ConnectionError) return error.sent;
  return !(error instanceof ApiError) || mayActAndRespond(error.status);
}

/** Whether the service may have acted despite this status, because the response can come from a proxy. */
export function mayActAndRespond(status: number): boolean {
  return status === 408 || status >= 500;
}

/** Returns advice about a failed call; null for a GET, or if the service cannot have carried out the call. */
export function outcomeAdvice(
  { method, idempotencyKey, mayBeDone }: Pick<Call, 'method' | 'idempotencyKey' | 'mayBeDone'>,
  isKeyRefused = false,
): string | null {
  if (!mayBeDone || method === 'GET') return null;
  const canRepeat = idempotencyKey !== null && !isKeyRefused;
  const next = canRepeat ? "call again with the error's idempotencyKey" : 'check before you call again';
  return `the service may have done it: ${next}`;
}

/** Returns the delay before the next attempt in milliseconds, after a failure other than a 429. */
export function retryDelay(error: ClipwrightError, failures: number): number {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return retryAfterSeconds === null ? backoff(failures) : Math.round(retryAfterSeconds * 1000 * jitter());
}

/** Reads `retry-after-ms`, or `Retry-After` in seconds or as a date. Returns seconds; null if neither is valid. */
export function readRetryAfter(headers: Headers): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  if (isNumber.test(milliseconds)) return Number(milliseconds) / 1000;
  const value = headers.get('retry-after')?.trim() ?? '';
  if (isNumber.test(value)) return Number(value);
  // Requires a full date, because `Date.parse` reads many plain numbers as years.
  const date = value.includes(':') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - timeOf(headers)) / 1000);
}

/** Whether a runtime's error shows that no connection was made, so the service received nothing. */
export function neverConnected(error: unknown): boolean {
  return causesOf(error).some((cause) => connectFailures.has(Reflect.get(cause, 'code')));
}

/** Whether a call or a URL is for a mock in this process. No network resolves the host name of such a mock. */
export function isToMockInProcess({ origin }: { readonly origin: string }): boolean {
  return new URL(origin).hostname === 'api.clipwright.test';
}

const isNumber = /^\d+(\.\d+)?$/;

// Reads the service's clock, because a `Retry-After` date refers to that clock, and this machine's clock may differ.
function timeOf(headers: Headers): number {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? Date.now() : time;
}

const transientStatuses: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

// The error codes of Node, and those of Bun that differ. Deno has no codes.
const connectFailures: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

function isRetryable(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ApiError) return isRepeatable && transientStatuses.has(error.status);
  if (error instanceof ConnectionError) return isRepeatable || !error.sent;
  return error instanceof TimeoutError && error.option === 'timeout' && isRepeatable;
}
