import type { NodeRequest, NodeResponse } from './node-http.ts';
import { parsedBody } from './parsed-body.ts';

/** Anything that answers a web-standard request: a webhook handler, the mock, a Hono app's `fetch`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A listener for `node:http` and all that is built on it, as Express. Its promise never rejects. */
export type NodeListener = (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>;

/** Options of {@link toNodeListener}. */
export interface NodeListenerOptions {
  /** Told what the handler threw, and the sender is not; `console.error` by default. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Turns a `Request → Response` function into a listener for `node:http`. Bodies are streamed both ways, and
 * `request.signal` aborts when the other side goes away. A handler that throws answers 500, a request that cannot be
 * told as a `Request` 400, both without details.
 *
 * @throws `WebhookVerificationError` from the listener, with reason `parsed_body`, when a body parser has read the body
 * before. Raw bytes or text in `request.body`, as `express.raw()` leaves them, are taken as they are.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({ secret: process.env.WEBHOOK_SECRET ?? '', onOther: console.log });
 * createServer(toNodeListener(handle)).listen(3000);
 * ```
 */
export function toNodeListener(handler: FetchHandler, options: NodeListenerOptions = {}): NodeListener {
  const { onError = console.error } = options;
  return (incoming, outgoing) => {
    // Thrown, not rejected: Express 4 hands on only what is thrown.
    const body = bodyOf(incoming);
    return answer(handler, incoming, outgoing, body).catch((error: unknown) => {
      if (!outgoing.destroyed) onError(error);
      fail(outgoing, 500);
    });
  };
}

function bodyOf(incoming: NodeRequest): BodyInit | null {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null;
  const { body } = incoming;
  // A boundary: no raw body is in shared memory. Anything but raw bytes or text is a parser's own reading of them.
  if (typeof body === 'string' || body instanceof Uint8Array) return body as string | Uint8Array<ArrayBuffer>;
  if (incoming.readableDidRead) {
    throw parsedBody(
      'Mount the listener before any body parser, such as express.json(), or put ' +
        "express.raw({ type: '*/*' }) before it on this route. " +
        'With Fastify, add a content type parser that leaves the body unread.',
    );
  }
  return streamOf(incoming);
}

function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  // Not destroyed when reading stops early: that would close the socket before the answer.
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

async function answer(
  handler: FetchHandler,
  incoming: NodeRequest,
  outgoing: NodeResponse,
  body: BodyInit | null,
): Promise<void> {
  const signal = abortOnClose(outgoing);
  const request = toRequest(incoming, body, signal);
  if (!request) return fail(outgoing, 400);
  const response = await handler(request);
  await send(response, incoming.method === 'HEAD', outgoing, signal);
  // What the handler left unread would block the connection's next request.
  incoming.resume();
}

function abortOnClose(outgoing: NodeResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Undefined for what HTTP carries and `Request` refuses: the method TRACE, a Host that is no host. */
function toRequest(incoming: NodeRequest, body: BodyInit | null, signal: AbortSignal): Request | undefined {
  const { method = 'GET' } = incoming;
  // `duplex` is required for a stream, and missing in the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { method, headers: headersOf(incoming), body, signal, duplex: 'half' };
  try {
    return new Request(urlOf(incoming), init);
  } catch {
    return undefined;
  }
}

function headersOf({ rawHeaders }: NodeRequest): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(String(rawHeaders[i]), String(rawHeaders[i + 1]));
  return headers;
}

function urlOf({ url = '/', headers, socket }: NodeRequest): string {
  const origin = `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
  // Not resolved against the origin where it is a path: `//elsewhere/` would name another host.
  return url.startsWith('/') ? origin + url : new URL(url, origin).href;
}

async function send(response: Response, headOnly: boolean, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
  outgoing.statusMessage = response.statusText;
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (headOnly) await response.body?.cancel();
  else if (response.body) await response.body.pipeTo(writableOf(outgoing), { signal });
  outgoing.end();
}

function writableOf(outgoing: NodeResponse): WritableStream<Uint8Array> {
  return new WritableStream({
    write: (chunk) => (outgoing.write(chunk) ? undefined : drainedOrClosed(outgoing)),
  });
}

function drainedOrClosed(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}

/** Once the head is out, a broken connection is the only way left to tell. */
function fail(outgoing: NodeResponse, status: number): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status);
  outgoing.end();
}
