import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { aFunction, aNonEmptyString, type Checks, requireFields, wholeNumber } from '../../src/core/options/checks.ts';
import { toNodeListener } from '../../src/webhooks/node-listener.ts';
import { API_PATH } from '../assumptions.ts';
import type { Receivers } from '../deliveries/receivers.ts';
import { narrowCors } from '../http/cors.ts';
import { HttpError, httpErrorResponseData } from '../http/errors.ts';
import type { RequestData } from '../http/request.ts';
import { ConnectionDropped, type Respond, type ResponseData, toResponse } from '../http/response.ts';
import { aListOfHosts, isLoopbackAddress, loopbackOf, namesHostOf, reaches } from './addresses.ts';
import { type Admission, ANY_ORIGIN, admit, aListOfOrigins } from './admission.ts';
import { breakOff, type RespondOnSocket, toSocketListener } from './socket-listener.ts';
import { OpenResponses, refuseUnreadable } from './unreadable-request.ts';

/** The function that handles a request. Middleware receives it and calls it. */
export type Handle = (request: Request) => Promise<Response>;

/** Options of {@link Mock.listen}. */
export interface ListenOptions {
  /** The port to listen on, from 0 to 65535. If it is 0 or omitted, the mock chooses a free port. */
  readonly port?: number | undefined;
  /**
   * The address to listen on. Default: `127.0.0.1`, which can only be reached from this machine. `0.0.0.0` listens on
   * all addresses of the machine.
   */
  readonly host?: string | undefined;
  /**
   * The origins whose pages may call the mock, such as `https://app.example.com`; `*` for all. Pages on this machine
   * (loopback, `*.localhost` and `*.test`) are always allowed. Other pages can embed files; their other requests get a
   * 403 and have no effect. A mock that listens on loopback also rejects requests for hosts that are neither local nor
   * in these origins.
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * The hosts that deliveries may be sent to, each with or without a port, such as `app.example.com` or
   * `10.0.0.5:3000`; `*` for all. A mock that other machines can reach delivers only to these hosts. A mock on loopback
   * delivers to any host, but a page that needs the option `cors` can register webhooks only on this machine and on
   * these hosts.
   */
  readonly deliverTo?: readonly string[] | undefined;
  /** Wraps the handling of every request received over the network, for example to log or delay it. */
  readonly middleware?: ((request: Request, handle: Handle) => Promise<Response>) | undefined;
}

/** A server of the mock. */
export interface MockServer {
  /** The base URL for clients. If the mock listens on all addresses, this URL is for clients on this machine. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** Closes the server, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Middleware that does not need a `Request`, which would take time to create. */
export type DataMiddleware = (request: RequestData, handle: () => Promise<ResponseData>) => Promise<ResponseData>;

export interface ListenDeps {
  readonly respond: Respond;
  readonly dataMiddleware: DataMiddleware;
  readonly receivers: Receivers;
}

/** @throws ConfigurationError when there is no `node:http`, or the server cannot listen on the address. */
export async function listen(deps: ListenDeps, options: ListenOptions): Promise<MockServer> {
  requireFields(options, checks);
  const { port = 0, host = '127.0.0.1', cors = [], deliverTo = [], middleware } = options;
  const open = new OpenResponses();
  const server = createServer();
  await listening(server, port, host);
  // Cast: a server that listens on TCP has an address with a port.
  const address = server.address() as AddressInfo;
  const origin = `http://${reachable(host, address.address)}:${address.port}`;
  const listener = {
    isBeyondLoopback: !isLoopbackAddress(address.address),
    names: (url: URL) => namesHostOf(deliverTo, url),
    isReachedBy: (url: URL) => reaches(url, address),
  };
  deps.receivers.listeners.add(listener);
  const admission = { cors, loopbackOrigin: listener.isBeyondLoopback ? undefined : origin };
  const respond = createRespond(deps, admission);
  const respondOnSocket = toSocketListener((request, ...given) =>
    deps.dataMiddleware(request, () => respond(request, ...given)),
  );
  const respondWith = (wrap: NonNullable<typeof middleware>, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const handle: Handle = async (request) => {
      const response = await respond(request, new URL(request.url), incoming, outgoing);
      if (response.truncated) await breakOff(response, outgoing);
      return toResponse(response);
    };
    return toNodeListener((request) => wrap(request, handle), { onRejected })(incoming, outgoing);
  };
  server.on('request', (incoming, outgoing) => {
    open.add(incoming.socket, outgoing);
    void (middleware ? respondWith(middleware, incoming, outgoing) : respondOnSocket(incoming, outgoing));
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable && !open.hasBegun(socket)) refuseUnreadable(error, socket, origin);
    else socket.destroy();
  });
  const close = () => {
    deps.receivers.listeners.delete(listener);
    return closed(server);
  };
  return { baseUrl: `${origin}${API_PATH}`, port: address.port, close, [Symbol.asyncDispose]: close };
}

const checks: Checks<ListenOptions> = {
  port: wholeNumber(0, 65_535),
  host: aNonEmptyString,
  cors: aListOfOrigins,
  deliverTo: aListOfHosts,
  middleware: aFunction,
};

function reachable(host: string, listening: string): string {
  const address = loopbackOf[listening] ?? host;
  return address.includes(':') ? `[${address}]` : address;
}

/** Does nothing, because the default would report a rejected request as a rejected webhook delivery. */
const onRejected = () => undefined;

function createServer(): Server {
  // Don't import the module, so that bundlers for browsers ignore it.
  const http = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:http');
  if (!http) throw new ConfigurationError('listen', 'needs node:http, which this runtime does not have.');
  return http.createServer();
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const option = hostCodes.includes(String(cause.code)) ? 'host' : 'port';
      reject(new ConfigurationError(option, `is not available: ${cause.message}.`, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

/** The error codes for a host that has no address or belongs to another machine. */
const hostCodes: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'];

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function createRespond({ respond }: ListenDeps, admission: Admission): RespondOnSocket {
  return async (request, url, incoming, outgoing) => {
    const allowed = admission.cors.includes(ANY_ORIGIN) ? ANY_ORIGIN : request.headers.get('origin');
    try {
      return narrowCors(await respond(request, url, admit(request, url, incoming, admission)), allowed);
    } catch (error) {
      if (error instanceof HttpError) return httpErrorResponseData(error, url.origin);
      if (error instanceof ConnectionDropped) outgoing.destroy();
      throw error;
    }
  };
}
