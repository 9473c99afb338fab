import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortOnClose, toStream, toUrl } from '../../src/webhooks/node-listener.ts';
import { end, fail, toWritable } from '../../src/webhooks/node-response.ts';
import type { RequestData, RequestHeaders } from '../http/request.ts';
import { type ResponseData, requireWhole, TruncatedResponse } from '../http/response.ts';

export type RespondOnSocket = (
  request: RequestData,
  url: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<ResponseData>;

/** Replaces `toNodeListener`, because creating a `Request` and a `Response` takes longer than the mock's own work. */
export function toSocketListener(respond: RespondOnSocket) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const url = urlOf(incoming);
      if (!url) return fail(incoming, outgoing, 400);
      const request = new SocketRequest(url, incoming, outgoing);
      const response = await respond(request, url, incoming, outgoing);
      if (response.truncated) await breakOff(response, outgoing);
      if (response.stream) await sendStream(response.stream, response, request.signal, incoming, outgoing);
      else send(response, incoming, outgoing);
    } catch (error) {
      if (!outgoing.destroyed) console.error(error);
      fail(incoming, outgoing, 500);
    }
  };
}

/** @throws TruncatedResponse after half of the response was sent and the connection was closed. */
export async function breakOff(response: ResponseData, outgoing: ServerResponse): Promise<void> {
  try {
    requireWhole(response);
  } catch (error) {
    if (error instanceof TruncatedResponse) await sendHalf(error, outgoing);
    outgoing.destroy();
    throw error;
  }
}

/** Sends half of a response. In mode `stall`, resolves once the client or a reset of the mock closes the connection. */
async function sendHalf({ response, mode, ended }: TruncatedResponse, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  const half = new Uint8Array(await response.arrayBuffer());
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    ended?.signal.addEventListener('abort', () => resolve());
    outgoing.write(half, () => (mode === 'cut' || ended?.signal.aborted) && resolve());
  });
}

/** Sends headers and body in one write. Unlike `writeHead`, `end` knows the `content-length` and adds it. */
function send({ status, headers, body }: ResponseData, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // A response from a restored snapshot may have a wrong Content-Length. Clients would read the excess bytes as the next
  // response.
  outgoing.strictContentLength = true;
  outgoing.statusCode = status;
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
  end(incoming, outgoing, body);
}

async function sendStream(
  stream: ReadableStream<Uint8Array>,
  { status, headers }: ResponseData,
  signal: AbortSignal,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(status, headers);
  await stream.pipeTo(toWritable(outgoing), { signal });
  end(incoming, outgoing);
}

/** A request from a socket. Body and signal are created on first use, because few requests need them. */
class SocketRequest implements RequestData {
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

  get signal(): AbortSignal {
    this.#signal ??= this.#outgoing.destroyed ? AbortSignal.abort() : abortOnClose(this.#outgoing);
    return this.#signal;
  }
}

/** Headers read from `rawHeaders`, because the `headers` of `node:http` omit some repeated headers. */
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

/** Returns undefined if `Request` would throw: for the method TRACE, credentials in the URL, or an invalid `Host`. */
function urlOf(incoming: IncomingMessage): URL | undefined {
  if (incoming.method === 'TRACE') return undefined;
  try {
    const url = toUrl(incoming);
    return url.username === '' && url.password === '' ? url : undefined;
  } catch {
    return undefined;
  }
}
