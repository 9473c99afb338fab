import { ClipwrightError } from './clipwright-error.ts';

/**
 * Thrown by `new Clipwright()` and `withOptions()` when an option is missing or not valid. A call rejects with it when
 * the `apiKey` function fails or returns an invalid key. Other functions of this package throw it for their own options
 * and arguments.
 */
export class ConfigurationError extends ClipwrightError {
  /** The name of the option, argument or environment variable at fault. */
  readonly option: string;
  override readonly name = 'ConfigurationError' as const;

  constructor(option: string, message: string, options?: ErrorOptions) {
    super(`${option} ${message}`, options);
    this.option = option;
  }
}
