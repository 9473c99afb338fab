import { shortestCoolDown } from '../call/rate-gate.ts';
import { ApiError } from '../errors/api-error.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import { AuthenticationError } from '../errors/status-errors.ts';
import { statusOutcome } from './job-state.ts';

/** The result of one poll. */
export interface PollResult<State> {
  /** Undefined if the poll failed. */
  readonly state: State | undefined;
  /** Why the poll, or a part of it, failed this time. */
  readonly error?: unknown;
  /** How long the service asks to wait before the next poll, in seconds. */
  readonly retryAfterSeconds: number | null;
  /** By `performance.now()`. The next delay counts from then, so that waits that share a poll stay in step. */
  readonly receivedAt: number;
}

/** What decides how long a wait pauses between two polls. Times are in milliseconds. */
export interface Pace {
  readonly interval: number;
  readonly maxInterval: number;
  readonly maxRetryAfter: number;
}

/** The result of a poll that failed with a transient error. */
export function failedPoll(error: unknown): PollResult<never> {
  return { state: undefined, error, retryAfterSeconds: retryAfterOf(error), receivedAt: performance.now() };
}

/** Rethrows the error of a poll, unless it is transient. */
export function skipTransient(error: unknown): PollResult<never> {
  if (!isTransient(error)) throw error;
  return failedPoll(error);
}

export function retryAfterOf(error: unknown): number | null {
  return error instanceof ApiError ? error.retryAfterSeconds : null;
}

/** Whether the next poll may succeed although this one failed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) {
    const { status, body } = error;
    // A service may respond to polls of a job that has failed with an error that has the job as its body.
    return (status >= 500 || status === 429 || status === 408) && statusOutcome(Object(body).status) === undefined;
  }
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Whether every other call would fail likewise: an API key that is refused, or that an `apiKey` function fails to return. */
export function isOfAllCalls(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ConfigurationError;
}

/** The delay after a poll, in milliseconds. `round` counts from 0. */
export function delayAfter(retryAfterSeconds: number | null, round: number, pace: Pace): number {
  const growth = 1.5 ** round;
  // Jitter only shortens the delay, so that `maxInterval` holds.
  const delay = Math.min(pace.maxInterval, pace.interval * growth) * (0.75 + Math.random() / 4);
  // A `Retry-After` of 0 does not permit polling without a delay for as long as the work takes.
  if (!retryAfterSeconds) return delay;
  const retryAfter = retryAfterSeconds * 1000;
  if (retryAfter > pace.maxRetryAfter) return Math.max(pace.maxRetryAfter, delay);
  return Math.max(retryAfter, Math.min(shortestCoolDown, retryAfter * growth));
}
