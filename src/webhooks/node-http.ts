// The parts of `node:http` that are used. Not its own types, since users without Node have no `@types/node`.

/** The part of `IncomingMessage` of `node:http` that is used. Express's requests have it too. */
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

/** The part of `ServerResponse` of `node:http` that is used. Express's responses have it too. */
export interface NodeResponse {
  statusMessage: string;
  /** Whether a body that differs from its `content-length` throws. HTTP/2 has no such property, and does not need it. */
  strictContentLength?: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  /** Writes the status and the headers, an array of alternating names and values. */
  writeHead(status: number, headers?: string[]): unknown;
  /** Returns false if the buffer is full until `drain`. */
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
