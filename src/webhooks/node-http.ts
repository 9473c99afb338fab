// The parts of `node:http` that we use. Not Node's own types, because users without Node do not have `@types/node`.

/** The part of `node:http`'s `IncomingMessage` that we use. Express's requests also have it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
  readonly rawHeaders: readonly string[];
  readonly socket: object;
  readonly readableDidRead: boolean;
  /** The result of a body parser, if one has run. */
  readonly body?: unknown;
  /** Iterates over the chunks of the body. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterator<Uint8Array>;
  /** Discards the rest of the body. */
  resume(): unknown;
}

/** The part of `node:http`'s `ServerResponse` that we use. Express's responses also have it. */
export interface NodeResponse {
  statusMessage: string;
  /** Whether writing a body that does not match its `content-length` throws. HTTP/2 has and needs no such property. */
  strictContentLength?: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  /** Writes the status and the headers, an array of alternating names and values. */
  writeHead(status: number, headers?: string[]): unknown;
  /** Writes a chunk. Returns false if the buffer is full; a `drain` event says when it has room. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. */
  end(): unknown;
  /** Closes the connection. */
  destroy(): unknown;
  /** Adds a listener. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  /** Removes a listener. */
  off(event: 'drain' | 'close', listener: () => void): unknown;
}
