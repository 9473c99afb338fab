/** Returns a random delay in milliseconds, so that clients that failed together retry at different times. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (failures - 1));
}

/** Returns a random factor for `Retry-After` and cool-downs, so that processes that got a 429 do not all retry at once. */
export function jitter(): number {
  return 1 + Math.random() * 0.1;
}
