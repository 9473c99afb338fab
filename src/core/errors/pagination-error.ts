import { ClipwrightError } from './clipwright-error.ts';

/** Thrown when the service says that more pages follow, but sends an empty or an earlier page. */
export class PaginationError extends ClipwrightError {
  /** The offset of the page that could not be read. */
  readonly offset: number;
  override readonly name = 'PaginationError' as const;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
