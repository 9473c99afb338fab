import { ApiError } from '../errors/api-error.ts';
import { causesOf } from '../errors/causes.ts';
import { ConnectionError, TimeoutError } from '../errors/network-errors.ts';

/** What decides whether a call is tried again. */
export interface RetryPolicy {
  /** Whether the service may receive the request twice: a GET, or a call with an Idempotency-Key. */
  readonly repeatable: boolean;
  readonly maxRetries: number;
  /** Milliseconds. */
  readonly maxRetryAfter: number;
}

/** How long to pause before the next attempt, in milliseconds; undefined when there is none. */
export function retryDelay(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt > policy.maxRetries || !isRetryable(error, policy.repeatable)) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (asked === null) return backoff(attempt);
  return asked * 1000 <= policy.maxRetryAfter ? asked * 1000 : undefined;
}

/** The seconds that a `Retry-After` header asks for, given as such or as a date; null when it is absent or unreadable. */
export function readRetryAfter(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Only a full date: `Date.parse` makes a year of many a bare number.
  const date = value.includes(':') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

/** Whether a runtime's error tells that no connection was made, so that the service saw nothing. */
export function neverConnected(error: unknown): boolean {
  return causesOf(error).some((cause) => connectFailures.has(String(Reflect.get(cause, 'code'))));
}

const transientStatuses: ReadonlySet<number> = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);

// The codes of Node, and of Bun where it has its own. Deno gives none.
const connectFailures: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

function isRetryable(error: unknown, repeatable: boolean): boolean {
  if (error instanceof ApiError) return error.status === 429 || (repeatable && transientStatuses.has(error.status));
  if (error instanceof ConnectionError) return repeatable || !error.sent;
  return error instanceof TimeoutError && error.option === 'timeout' && repeatable;
}

// Full jitter: clients that failed together do not come back together.
function backoff(attempt: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (attempt - 1));
}
