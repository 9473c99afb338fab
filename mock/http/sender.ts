/** What a server knows about who sent a request. */
export interface Sender {
  /** Whether a page sent it that only the option `cors` lets in. */
  readonly isForeignPage: boolean;
  /** Whether a page sent it that is not known: a browser loads files for any page, and does not tell for which. */
  readonly mayOnlyReadFiles: boolean;
}

/** Of a request that no server has received, or that a server trusts. */
export const unrestricted: Sender = { isForeignPage: false, mayOnlyReadFiles: false };
