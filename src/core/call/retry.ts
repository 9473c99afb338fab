import { ApiError } from '../errors/api-error.ts';
import { causesOf } from '../errors/causes.ts';
import { ConnectionError, TimeoutError } from '../errors/network-errors.ts';

/** What decides whether a call is retried. */
export interface RetryPolicy {
  /** Whether the service may receive the request twice: a GET, or a call with an Idempotency-Key. */
  readonly isRepeatable: boolean;
  readonly maxRetries: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** The delay before the next attempt, in milliseconds; undefined if the call is not retried. */
export function retryDelay(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt > policy.maxRetries || !isRetryable(error, policy.isRepeatable)) return undefined;
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (retryAfterSeconds === null) return backoff(attempt);
  const retryAfter = retryAfterSeconds * 1000;
  return retryAfter <= policy.maxRetryAfter ? retryAfter : undefined;
}

/** The seconds of a `Retry-After` header, a number or a date; null if it is absent or not valid. */
export function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Only a full date, since `Date.parse` reads many plain numbers as years.
  const date = value.includes(':') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

/** Whether a runtime's error shows that no connection was made, so that the service received nothing. */
export function neverConnected(error: unknown): boolean {
  return causesOf(error).some((cause) => connectFailures.has(String(Reflect.get(cause, 'code'))));
}

const transientStatuses: ReadonlySet<number> = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);

// The codes of Node, and of Bun where they differ. Deno has none.
const connectFailures: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

function isRetryable(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ApiError) return error.status === 429 || (isRepeatable && transientStatuses.has(error.status));
  if (error instanceof ConnectionError) return isRepeatable || !error.sent;
  return error instanceof TimeoutError && error.option === 'timeout' && isRepeatable;
}

// Full jitter: clients that failed at the same time do not retry at the same time.
function backoff(attempt: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (attempt - 1));
}
