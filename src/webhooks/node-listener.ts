import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { aFunction, requireFields } from '../core/options/checks.ts';
import type { NodeRequest, NodeResponse } from './node-http.ts';
import { type Exchange, fail, send } from './node-response.ts';
import { observe, parsedBody, type RejectionOptions, reportRejection, type WebhookRejection } from './rejection.ts';

/** A function that responds to a web-standard request, such as a webhook handler, the mock, or a Hono app's `fetch`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A listener for `node:http`, `node:http2` and frameworks such as Express. It responds to every request itself. */
export type NodeListener = (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void>;

/** Options of {@link toNodeListener}. */
export interface NodeListenerOptions extends RejectionOptions {
  /**
   * Called with each error that the handler throws. The response does not wait for this function, and what it throws or
   * rejects with goes to `console.error`. Default `console.error`.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/**
 * Adapts a `Request → Response` function to a listener for `node:http` and `node:http2`. Requests and responses are
 * streamed, and `request.signal` is aborted when the client disconnects. A response body that does not match its
 * `content-length` breaks the connection, and `onError` gets the error. So remove `content-encoding` and
 * `content-length` from a compressed `fetch` response.
 *
 * The response is 500 if the handler throws or the body was already read, and 400 if the request cannot be represented
 * as a `Request` or its `Host` is not just a host and a port. `onRejected` gets the refused requests, with the reason
 * `invalid_request` or `parsed_body`; a webhook handler has an `onRejected` of its own. If a parser such as
 * `express.raw()` has set `request.body` to bytes or a string, that body is used. To pass on a body that you have read,
 * call `listener(Object.assign(request, { body }), response)`. If the handler does not read the whole body, up to 4 MiB
 * of the rest are discarded, so that the client reads the response. If more follows, the connection (with HTTP/2, the
 * stream) is closed.
 *
 * @throws `ConfigurationError` when the handler is not a function or an option is not valid. The listener throws this
 * error when it gets no response object, for example as a listener of the event `stream` of `node:http2`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '', onOther: console.log });
 * createServer(toNodeListener(handle)).listen(3000);
 * ```
 */
export function toNodeListener(handler: FetchHandler, options: NodeListenerOptions = {}): NodeListener {
  if (typeof handler !== 'function') {
    throw new ConfigurationError('handler', 'must be a function, such as createWebhookHandler() returns.');
  }
  requireFields(options, { onError: aFunction, onRejected: aFunction });
  const { onError = console.error } = options;
  return (incoming, outgoing) => {
    requireResponse(outgoing);
    const signal = abortOnClose(outgoing);
    return respond(handler, { incoming, outgoing, signal }, options).catch((error: unknown) => {
      // Responses of HTTP/2 do not have `destroyed`.
      if (!outgoing.destroyed && !signal.aborted) observe('onError', () => onError(error), error);
      fail(incoming, outgoing, 500);
    });
  };
}

/** Recognizes the event `stream` of `node:http2`, which passes the headers as its second argument. */
function requireResponse(outgoing: NodeResponse): void {
  if (typeof outgoing?.on === 'function') return;
  throw new ConfigurationError(
    'response',
    'must be a ServerResponse. With node:http2, use the event `request`, not `stream`.',
  );
}

async function respond(handler: FetchHandler, exchange: Exchange, options: RejectionOptions): Promise<void> {
  const { incoming, outgoing, signal } = exchange;
  const refuse = (status: number, rejection: WebhookRejection) => {
    reportRejection(options, rejection);
    fail(incoming, outgoing, status);
  };

  const body = readBody(incoming);
  if (body === undefined) return refuse(500, parsedBody(parserAdvice));
  const request = toRequest(incoming, body, signal);
  if (!request) {
    const message = `The method ${incoming.method} or the Host header ${JSON.stringify(hostOf(incoming))} is not valid.`;
    return refuse(400, { reason: 'invalid_request', message });
  }
  await send(await handler(request), exchange);
}

/** Returns the request body; undefined if its raw bytes are lost. */
function readBody(incoming: NodeRequest): BodyInit | null | undefined {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null;
  const { body } = incoming;
  // Cast: a raw body is never in shared memory. A body of another type was parsed.
  if (typeof body === 'string' || body instanceof Uint8Array) return body as string | Uint8Array<ArrayBuffer>;
  return incoming.readableDidRead ? undefined : toStream(incoming);
}

const parserAdvice =
  "Mount the listener before any body parser, such as express.json(), or put express.raw({ type: '*/*' }) before it on " +
  'this route. With node:http, call it before you read the body, or with what you have read: ' +
  '`listener(Object.assign(request, { body: buffer }), response)`. With Fastify, add a content type parser that leaves ' +
  'the body unread.';

export function toStream(incoming: NodeRequest): ReadableStream<Uint8Array> {
  // Do not destroy the iterator when reading stops early: that would close the socket before the response is sent.
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (!done) controller.enqueue(value);
        // In HTTP/2, the body of a request that the client has canceled ends like a complete body.
        else if (incoming.aborted) controller.error(new Error('The client has canceled the request.'));
        else controller.close();
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

export function abortOnClose(outgoing: NodeResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.on('close', () => {
    // An aborted HTTP/2 response counts as finished.
    if (!outgoing.writableFinished || outgoing.stream?.aborted) controller.abort();
  });
  return controller.signal;
}

/** Creates a `Request`; undefined if `fetch` forbids the method, such as TRACE, or the `Host` header is not a host. */
function toRequest(incoming: NodeRequest, body: BodyInit | null, signal: AbortSignal): Request | undefined {
  const { method = 'GET' } = incoming;
  // `duplex` is required for a stream, but missing in the DOM types.
  const init: RequestInit & { duplex: 'half' } = { method, headers: toHeaders(incoming), body, signal, duplex: 'half' };
  try {
    return new Request(toUrl(incoming), init);
  } catch {
    return undefined;
  }
}

function toHeaders({ rawHeaders }: NodeRequest): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = String(rawHeaders[i]);
    // In HTTP/2, the method and the URL are headers with names such as `:path`.
    if (!name.startsWith(':')) headers.append(name, String(rawHeaders[i + 1]));
  }
  return headers;
}

/** Throws if the `Host` has a path, which would replace the path that other code may have checked. */
export function toUrl(incoming: NodeRequest): URL {
  const { url = '/', socket } = incoming;
  const host = hostOf(incoming) ?? 'localhost';
  const [scheme, defaultPort] = 'encrypted' in socket ? ['https', ':443'] : ['http', ':80'];
  // A path is not resolved against the origin, because `//elsewhere/` would change the host.
  const isPath = url.startsWith('/');
  const parsed = new URL(`${scheme}://${host}${isPath ? url : ''}`);
  if (![parsed.host, parsed.host + defaultPort].includes(host.toLowerCase())) {
    throw new TypeError('The Host is not a host.');
  }
  return isPath ? parsed : new URL(url, parsed);
}

function hostOf({ authority, headers }: NodeRequest): string | undefined {
  return authority ?? headers.host;
}
