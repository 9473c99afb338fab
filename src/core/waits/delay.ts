import { shortestCoolDown } from '../call/rate-gate.ts';

/** What decides how long a wait pauses between two polls. Times are in milliseconds. */
export interface DelayOptions {
  readonly interval?: number | undefined;
  readonly maxInterval?: number | undefined;
  readonly maxRetryAfter: number;
}

/** The delay after a poll, in milliseconds. `round` counts from 0. */
export function delayAfter(
  { retryAfterSeconds }: { readonly retryAfterSeconds: number | null },
  round: number,
  options: DelayOptions,
): number {
  const delay = growingDelay(round, options);
  // A `Retry-After` of 0, or of next to nothing, does not permit polling without a delay for as long as the work takes.
  if (!retryAfterSeconds) return delay;
  const retryAfter = retryAfterSeconds * 1000;
  return retryAfter <= options.maxRetryAfter
    ? Math.max(shortestCoolDown, retryAfter)
    : Math.max(options.maxRetryAfter, delay);
}

// Jitter only shortens the delay, so that `maxInterval` holds.
function growingDelay(round: number, { interval = 1_000, maxInterval = 10_000 }: DelayOptions): number {
  return Math.min(maxInterval, interval * 1.5 ** round) * (0.75 + Math.random() / 4);
}
