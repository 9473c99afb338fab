import { canonicalJson, refuseKey } from './canonical-json.ts';
import { aString, type Checks, findProblem } from './checks.ts';

/** Options of `idempotencyKey.from`. */
export interface IdempotencyKeyOptions {
  /** The name of a queue, a tenant or a kind of work. Equal values get different keys in different scopes. */
  readonly scope?: string | undefined;
}

/** Makes Idempotency-Keys: a random key when called, or a key derived from a value with `from`. */
export interface IdempotencyKeyMaker {
  /** A random key. */
  (): string;
  /**
   * Derives a key from a JSON value. Equal values have the same key in every process, even if their fields are in
   * another order. If a task runs twice, both runs send the same key, and the service does the work once. In a browser,
   * `from` requires a secure origin.
   *
   * The value may consist of plain objects, arrays, finite numbers, strings, booleans, null and objects with `toJSON`,
   * such as a `Date`. What JSON would drop is rejected, because different work would get the same key: undefined, even
   * as a field; a promise that was not awaited; a `Map` or another class instance; a hidden field, or a named field of
   * an array; a `toJSON` that returns null. Empty values, and values nested more than 200 levels deep, are also rejected.
   *
   * @throws `RequestValidationError`, which names the path, when the value or an option is not valid.
   */
  from(value: unknown, options?: IdempotencyKeyOptions): Promise<string>;
}

/**
 * Makes Idempotency-Keys for calls that must not be carried out twice.
 *
 * @example
 * ```ts
 * import { Clipwright, idempotencyKey } from 'clipwright';
 *
 * const order = { orderId: 42, name: 'Launch talk' };
 * const key = await idempotencyKey.from(order, { scope: 'create-project' });
 * await new Clipwright().projects.create({ name: order.name }, { idempotencyKey: key });
 * ```
 */
export const idempotencyKey: IdempotencyKeyMaker = Object.assign(randomKey, { from: deriveKey });

/** Returns a random Idempotency-Key. Does not use `crypto.randomUUID`, which browsers only offer on secure origins. */
export function randomKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9._:-]{8,200}$/.test(value);
}

async function deriveKey(value: unknown, options: IdempotencyKeyOptions = {}): Promise<string> {
  const [path, message] = findProblem(options, optionChecks, 'options') ?? [];
  if (path && message) throw refuseKey(path, message);
  const text = JSON.stringify([options.scope ?? '', canonicalJson(value)]);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

const optionChecks: Checks<IdempotencyKeyOptions> = { scope: aString };

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
