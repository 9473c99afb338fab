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
