import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortOnClose, toStream, toUrl } from '../../src/webhooks/node-listener.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';

/** A request as it came over a socket. What few requests need is made when it is first asked for. */
export class SocketRequest implements RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #body: ReadableStream<Uint8Array> | undefined;
  #signal: AbortSignal | undefined;

  constructor(url: URL, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method ?? 'GET';
    this.url = url.href;
    this.headers = new SocketHeaders(incoming);
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.method === 'GET' || this.method === 'HEAD') return null;
    this.#body ??= toStream(this.#incoming);
    return this.#body;
  }

  get bodyUsed(): boolean {
    return this.#incoming.readableDidRead;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#outgoing.destroyed ? AbortSignal.abort() : abortOnClose(this.#outgoing);
    return this.#signal;
  }
}

/** By `rawHeaders`, since the `headers` of `node:http` leave out what was sent more than once. */
class SocketHeaders implements RequestHeaders {
  readonly #values = new Map<string, string>();

  constructor({ rawHeaders }: IncomingMessage) {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      const name = String(rawHeaders[at]).toLowerCase();
      const earlier = this.#values.get(name);
      this.#values.set(name, earlier === undefined ? String(rawHeaders[at + 1]) : `${earlier}, ${rawHeaders[at + 1]}`);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values[Symbol.iterator]();
  }
}

/** Undefined for what HTTP allows and `Request` refuses: the method TRACE, credentials, a `Host` that is not a host. */
export function urlOf(incoming: IncomingMessage): URL | undefined {
  if (incoming.method === 'TRACE') return undefined;
  try {
    const url = new URL(toUrl(incoming));
    return url.username === '' && url.password === '' ? url : undefined;
  } catch {
    return undefined;
  }
}
