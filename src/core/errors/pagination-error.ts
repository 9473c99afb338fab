import { ClipwrightError } from './clipwright-error.ts';

/** Thrown when a walk over pages cannot go on: the service says that there is more, and gives nothing new. */
export class PaginationError extends ClipwrightError {
  /** The offset at which the walk stopped. */
  readonly offset: number;
  override readonly name = 'PaginationError' as const;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
