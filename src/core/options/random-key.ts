/** A random Idempotency-Key. Not of `crypto.randomUUID`, which browsers offer on secure origins only. */
export function randomKey(): string {
  if (used === pool.length) {
    // One call for many keys takes a tenth of the time of a call for each.
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += keyLength;
  return toHex(pool.subarray(used - keyLength, used));
}

const keyLength = 16;
const pool = new Uint8Array(64 * keyLength);
let used = pool.length;

/** Whether a value can be sent as an Idempotency-Key. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9._:-]{8,200}$/.test(value);
}

/** The bytes as hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
