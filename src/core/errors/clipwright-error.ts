import { toMessageText } from './message-text.ts';

/** Registered globally, so that two copies of the package in one process recognize each other's errors. */
const brand: unique symbol = Symbol.for('clipwright.error');

/**
 * The base class of this package's errors. Its subclasses have a literal `name`, so a `switch` on
 * `error.name` narrows the type. `cause` is the error that caused it, if any. The message has at most 2,048 characters
 * and no control characters, even if it quotes the service.
 */
export abstract class ClipwrightError extends Error {
  abstract override readonly name: string;

  constructor(message: string, options?: ErrorOptions) {
    super(toMessageText(message), options);
  }

  get [brand](): true {
    return true;
  }
}

/**
 * Whether a value is an error of this package. Unlike `instanceof`, it also recognizes errors of another copy of the
 * package.
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
