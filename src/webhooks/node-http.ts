// The parts of `node:http` and of the compatibility API of `node:http2` that we use. Node's own types are not used,
// because users without Node do not have `@types/node`.

/** The part of `IncomingMessage` and `Http2ServerRequest` that we use. Express's requests also have it. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
  /** The host of an HTTP/2 request. */
  readonly authority?: string | undefined;
  readonly rawHeaders: readonly string[];
  /** The connection. With HTTP/2, `end` and `destroy` only act on the stream of the request. */
  readonly socket: NodeSocket;
  readonly readableDidRead: boolean;
  /** Whether the client has canceled the request. */
  readonly aborted?: boolean | undefined;
  /** Whether the whole request was received. */
  readonly complete: boolean;
  /** The result of a body parser, if one has run. */
  readonly body?: unknown;
  /** Iterates over the chunks of the body. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterator<Uint8Array>;
  /** Adds a listener for the chunks of the body. */
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  /** Stops reading the body. */
  pause(): unknown;
  /** Reads the body. */
  resume(): unknown;
}

/** The part of a connection that we use. */
export interface NodeSocket {
  end(): unknown;
  /** Closes the connection. */
  destroy(): unknown;
}

/** The part of `ServerResponse` and `Http2ServerResponse` that we use. Express's responses also have it. */
export interface NodeResponse {
  statusMessage: string;
  /** If true, writing a body that does not match its `content-length` throws. Has no effect with HTTP/2. */
  strictContentLength?: boolean;
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  /** The stream of an HTTP/2 response. */
  readonly stream?: Http2Stream | undefined;
  /** Writes the status and the headers. */
  writeHead(status: number, headers?: Record<string, string | string[]>): unknown;
  /** Writes a chunk. Returns false if the buffer is full; a `drain` event follows when it has room. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. */
  end(body?: string | Uint8Array | null): unknown;
  /** Closes the connection. */
  destroy(): unknown;
  /** Adds a listener. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  /** Removes a listener. */
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** The part of `ServerHttp2Stream` that we use. */
export interface Http2Stream {
  /** Whether the client has canceled the request before the response was complete. */
  readonly aborted: boolean;
  close(code: number): unknown;
  once(event: 'finish', listener: () => void): unknown;
}
