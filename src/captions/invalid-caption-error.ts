import { ClipwrightError } from '../core/errors/clipwright-error.ts';

/** Thrown when a caption cannot be written to a file because its times are not valid. */
export class InvalidCaptionError extends ClipwrightError {
  override readonly name = 'InvalidCaptionError' as const;
  readonly captionId: string;

  constructor(captionId: string, message: string) {
    super(message);
    this.captionId = captionId;
  }
}
