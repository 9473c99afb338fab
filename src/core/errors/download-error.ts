import { ClipwrightError } from './clipwright-error.ts';

/**
 * Thrown when a file could not be downloaded or written. The message says why, and what to do. Neither the message nor
 * `cause` shows the query of the URL, which may be a signature.
 */
export class DownloadError extends ClipwrightError {
  /** The HTTP status of the last attempt; null if the attempt got no response. */
  readonly status: number | null;
  /** The file's URL without its query. */
  readonly url: string;
  /** How many bytes of the file had arrived. */
  readonly bytes: number;
  override readonly name = 'DownloadError' as const;

  constructor(message: string, facts: Pick<DownloadError, 'status' | 'url' | 'bytes'>, options?: ErrorOptions) {
    super(message, options);
    this.status = facts.status;
    this.url = facts.url;
    this.bytes = facts.bytes;
  }
}
