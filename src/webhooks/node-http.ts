// What is used of `node:http`. Not its own types: those who receive webhooks elsewhere have no `@types/node`.

/** The part of an `IncomingMessage` of `node:http` that is used; Express's requests have it, too. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
  readonly rawHeaders: readonly string[];
  readonly socket: object;
  readonly readableDidRead: boolean;
  /** What a body parser has left here, if one ran. */
  readonly body?: unknown;
  /** The body, piece by piece. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterator<Uint8Array>;
  /** Reads on, and drops what is read. */
  resume(): unknown;
}

/** The part of a `ServerResponse` of `node:http` that is used; Express's responses have it, too. */
export interface NodeResponse {
  statusMessage: string;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  /** Sends the head; names and values of headers take turns. */
  writeHead(status: number, headers?: string[]): unknown;
  /** False when the other side must read first. */
  write(chunk: Uint8Array): boolean;
  /** Ends the answer. */
  end(): unknown;
  /** Breaks the connection. */
  destroy(): unknown;
  /** Listens. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  /** Listens no more. */
  off(event: 'drain' | 'close', listener: () => void): unknown;
}
