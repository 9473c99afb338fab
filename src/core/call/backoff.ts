/** The delay before a retry, in milliseconds; random, so that clients that failed together do not retry together. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (failures - 1));
}

/** A random factor for `Retry-After` and cool-downs, so that processes refused together do not come back together. */
export function jitter(): number {
  return 1 + Math.random() * 0.1;
}
