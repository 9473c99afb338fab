/** What a server knows about who sent a request. */
export interface Sender {
  /** Whether a page sent it that only the option `cors` lets in. */
  readonly isForeignPage: boolean;
  /** Whether a page sent it that is not known: a browser loads files for any page, and does not tell for which. */
  readonly mayOnlyReadFiles: boolean;
}

/** For requests that come by no server. */
export const inProcess: Sender = { isForeignPage: false, mayOnlyReadFiles: false };
