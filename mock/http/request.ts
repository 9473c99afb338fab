/** What the mock reads of a request. A `Request` is one; a server makes a lighter one of what comes over a socket. */
export interface RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly bodyUsed: boolean;
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

/** The part of `Headers` that the mock uses. */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What a server knows about who sent a request. */
export interface Sender {
  /** Whether a page sent it that only the option `cors` lets in. */
  readonly isForeignPage: boolean;
  /** Whether a page sent it that is not known: a browser loads files for any page, and does not tell for which. */
  readonly mayOnlyReadFiles: boolean;
}

/** Of a request that no server has received, or that a server trusts. */
export const unrestricted: Sender = { isForeignPage: false, mayOnlyReadFiles: false };
