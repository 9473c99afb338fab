/** In the global registry, so that two copies of the package in one process know each other's errors. */
const brand: unique symbol = Symbol.for('clipwright.error');

/**
 * The base of every error that this package throws. Its subclasses have a literal `name`, so that a `switch` on
 * `error.name` narrows; what caused the error, if anything did, is its `cause`.
 */
export abstract class ClipwrightError extends Error {
  abstract override readonly name: string;

  get [brand](): true {
    return true;
  }
}

/**
 * Whether a value is an error of this package, one thrown by another copy of the package included, where
 * `instanceof` says no.
 *
 * @example
 * ```ts
 * import { Clipwright, isClipwrightError } from 'clipwright';
 *
 * try {
 *   await new Clipwright().projects.create({ name: 'Talk' });
 * } catch (error) {
 *   if (!isClipwrightError(error)) throw error;
 *   console.error(`${error.name}: ${error.message}`);
 * }
 * ```
 */
export function isClipwrightError(value: unknown): value is ClipwrightError {
  return typeof value === 'object' && value !== null && brand in value;
}
