import { shortestCoolDown } from '../call/rate-gate.ts';
import { readRetryAfter } from '../call/retry.ts';
import { ApiError, AuthenticationError } from '../errors/api-errors.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { ConnectionError, TimeoutError } from '../errors/network-errors.ts';
import type { WaitTimes } from '../options/settings.ts';
import { type JobRule, statusOutcome } from './job-state.ts';

/** What a poll's request returned besides its data. */
export interface Reply {
  /** Why the request failed, if it did. */
  readonly error?: unknown;
  /** How long the service asks to wait before the next request; 0 if it does not say. */
  readonly retryAfterSeconds: number;
  /** The time of the reply, on the clock of `performance.now()`. The next delay counts from this time. */
  readonly receivedAt: number;
}

/** The reply for a state that is known without a request. */
export const noReply: Reply = { retryAfterSeconds: 0, receivedAt: 0 };

export function replyOf({ headers }: Response): Reply {
  return { retryAfterSeconds: readRetryAfter(headers) ?? 0, receivedAt: performance.now() };
}

export function failedReply(error: unknown): Reply {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return { error, retryAfterSeconds: retryAfterSeconds ?? 0, receivedAt: performance.now() };
}

/** Returns the first error, the latest `receivedAt`, and how long after it the longest `Retry-After` ends. */
export function combineReplies(replies: readonly Reply[]): Reply {
  const receivedAt = Math.max(...replies.map((reply) => reply.receivedAt));
  const delays = replies.map((reply) =>
    reply.retryAfterSeconds > 0 ? reply.retryAfterSeconds + (reply.receivedAt - receivedAt) / 1000 : 0,
  );
  const error = replies.find((reply) => reply.error !== undefined)?.error;
  return { error, retryAfterSeconds: Math.max(0, ...delays), receivedAt };
}

/** Whether the next poll may succeed although this poll failed. `rule`: decides whether a job in the error is final. */
export function isTransient(error: unknown, rule: JobRule = (job) => statusOutcome(job.status)): boolean {
  if (error instanceof ApiError) {
    // A service may respond to polls of a failed job with an error status.
    const job = Object(Object(error.body).job ?? error.body);
    const isFinal = job.job_id && rule(job);
    return (error.status >= 500 || error.status === 429 || error.status === 408) && !isFinal;
  }
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Whether every other call would also fail: the API key is rejected, or the `apiKey` function fails. */
export function isOfAllCalls(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ConfigurationError;
}

/** Returns the delay after a poll, in milliseconds. `round` counts from 0. */
export function delayAfter(
  retryAfterSeconds: number,
  round: number,
  { interval, maxInterval }: Pick<WaitTimes, 'interval' | 'maxInterval'>,
  maxRetryAfter: number,
): number {
  const growth = 1.5 ** round;
  // Jitter only shortens the delay, so `maxInterval` is never exceeded.
  const delay = Math.min(maxInterval, interval * growth) * (0.75 + Math.random() / 4);
  // A `Retry-After` of 0 does not mean that polls need no delay.
  if (retryAfterSeconds === 0) return delay;
  const retryAfter = retryAfterSeconds * 1000;
  if (retryAfter > maxRetryAfter) return Math.max(maxRetryAfter, delay);
  return Math.max(retryAfter, Math.min(shortestCoolDown, retryAfter * growth));
}
