/**
 * The delay before a retry, in milliseconds, after so many failures. With full jitter: clients that failed at the same
 * time do not retry at the same time.
 */
export function backoff(failures: number): number {
  return Math.random() * Math.min(8_000, 500 * 2 ** (failures - 1));
}

/**
 * What a `Retry-After`, or the cool-down after a 429, is multiplied by: processes that were refused together must not
 * all come back at the same time.
 */
export function jitter(): number {
  return 1 + Math.random() * 0.1;
}
