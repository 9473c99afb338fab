import { ClipwrightError } from './clipwright-error.ts';

/**
 * Thrown by `new Clipwright()` and `withOptions()` when an option is missing or unusable; a call rejects with it when
 * the `apiKey` function gives no usable key.
 */
export class ConfigurationError extends ClipwrightError {
  /** The option at fault, or the environment variable. */
  readonly option: string;
  override readonly name = 'ConfigurationError' as const;

  constructor(option: string, message: string, options?: ErrorOptions) {
    super(`${option} ${message}`, options);
    this.option = option;
  }
}
