import { ClipwrightError } from './clipwright-error.ts';

/** Thrown when an option or argument is missing or invalid, or the `apiKey` function fails or gives an invalid key. */
export class ConfigurationError extends ClipwrightError {
  /** The name of the option, argument or environment variable at fault. */
  readonly option: string;
  override readonly name = 'ConfigurationError' as const;

  constructor(option: string, message: string, options?: ErrorOptions) {
    super(`${option} ${message}`, options);
    this.option = option;
  }
}
