/** The delay before a retry, in milliseconds, with full jitter: clients that failed together do not retry together. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (failures - 1));
}

/** A factor for a `Retry-After` and for cool-downs: processes that were refused together must not come back together. */
export function jitter(): number {
  return 1 + Math.random() * 0.1;
}
