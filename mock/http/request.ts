/** The part of `Request` that the mock reads. A server creates it directly, because creating a `Request` takes longer. */
export interface RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** What a server knows about the sender of a request. */
export interface Sender {
  /** Whether the sender is a page that would be rejected without the option `cors`. */
  readonly isForeignPage: boolean;
  /** Whether the request may only read files, because an unknown page of another origin may have sent it. */
  readonly mayOnlyReadFiles: boolean;
}

/** The sender of an in-process request, or of a request that a server trusts. */
export const unrestricted: Sender = { isForeignPage: false, mayOnlyReadFiles: false };
