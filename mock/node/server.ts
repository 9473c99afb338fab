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
import {
  ConnectionDropped,
  type Respond,
  type ResponseData,
  requireWhole,
  TruncatedResponse,
  toResponse,
} from '../http/response.ts';
import { aListOfHosts, isLoopbackAddress, loopbackOf, namesHostOf, reaches } from './addresses.ts';
import { ANY_ORIGIN, admit, aListOfOrigins } from './admission.ts';
import { toSocketListener } from './socket-listener.ts';
import { OpenResponses, refuseUnreadable } from './unreadable-request.ts';

/** Handles a request: what a middleware wraps. */
export type Handle = (request: Request) => Promise<Response>;

/** Options of {@link Mock.listen}. */
export interface ListenOptions {
  /** 0 to 65535; a free one if 0 or omitted. */
  readonly port?: number | undefined;
  /**
   * The address to listen on. `127.0.0.1` by default, which only this machine reaches; `0.0.0.0` is all addresses of
   * the machine.
   */
  readonly host?: string | undefined;
  /**
   * The origins whose pages may call the mock, such as `https://app.example.com`; `*` for all. If omitted, only pages of
   * this machine may: of loopback, `*.localhost` and `*.test`. All others get 403, and nothing else happens.
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * The hosts that deliveries may go to, each with or without a port, such as `app.example.com` or `10.0.0.5:3000`; `*` for
   * all. A mock that other machines can reach delivers to no other host. One that listens on loopback delivers to any; but
   * a page that only `cors` lets in can register webhooks on this machine and on these hosts.
   */
  readonly deliverTo?: readonly string[] | undefined;
  /** Wraps the handling of every request that comes over the socket: to log it or to delay it, for example. */
  readonly middleware?: ((request: Request, handle: Handle) => Promise<Response>) | undefined;
}

/** A mock that listens. */
export interface MockServer {
  /** The base URL for clients; for those on this machine where the mock listens on all addresses. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** Closes, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A middleware that gets no `Request`, and so costs no time to make one. */
export type DataMiddleware = (request: RequestData, handle: () => Promise<ResponseData>) => Promise<ResponseData>;

/** What handles the requests of a server, and what must know about the server. */
export interface ListenDeps {
  readonly respond: Respond;
  readonly dataMiddleware: DataMiddleware;
  readonly receivers: Receivers;
}

/** @throws ConfigurationError where there is no `node:http`, or the server cannot listen on the address. */
export async function listen(deps: ListenDeps, options: ListenOptions): Promise<MockServer> {
  requireFields(options, checks);
  const { port = 0, host = '127.0.0.1', cors = [], deliverTo = [], middleware } = options;
  const open = new OpenResponses();
  const server = createServer((incoming, outgoing) => {
    open.add(incoming.socket, outgoing);
    const arrival: Arrival = { incoming, outgoing, cors };
    const listener = middleware
      ? toNodeListener((request) => middleware(request, (each) => respondWithResponse(each, arrival, deps)), {
          onRejected,
        })
      : toSocketListener((request, url) => deps.dataMiddleware(request, () => respond(request, url, arrival, deps)));
    void listener(incoming, outgoing);
  });
  await listening(server, port, host);
  // A server that listens on TCP has an address with a port.
  const address = server.address() as AddressInfo;
  const origin = `http://${reachable(host, address.address)}:${address.port}`;
  const listener = {
    isBeyondLoopback: !isLoopbackAddress(address.address),
    names: (url: URL) => namesHostOf(deliverTo, url),
    isReachedBy: (url: URL) => reaches(url, address),
  };
  deps.receivers.add(listener);
  server.on('clientError', (error, socket) => {
    if (socket.writable && !open.hasBegun(socket)) refuseUnreadable(error, socket, origin);
    else socket.destroy();
  });
  const close = () => {
    deps.receivers.remove(listener);
    return closed(server);
  };
  return {
    baseUrl: `${origin}${API_PATH}`,
    port: address.port,
    close,
    [Symbol.asyncDispose]: close,
  };
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

/** What the mock refuses is no webhook delivery. */
const onRejected = () => undefined;

function createServer(listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Server {
  // Not imported, so that bundlers for the browser leave it alone.
  const http = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:http');
  if (!http) throw new ConfigurationError('listen', 'needs node:http, which this runtime does not have.');
  return http.createServer(listener);
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

/** The host has no address, or none of this machine. */
const hostCodes: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'];

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A request as `node:http` has it, and the origins that are let in. */
interface Arrival {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly cors: readonly string[];
}

/** {@link respond} for a middleware that works with a `Request` and a `Response`. */
async function respondWithResponse(request: Request, arrival: Arrival, deps: ListenDeps): Promise<Response> {
  return toResponse(await respond(request, new URL(request.url), arrival, deps));
}

async function respond(request: RequestData, url: URL, arrival: Arrival, deps: ListenDeps): Promise<ResponseData> {
  const { incoming, outgoing, cors } = arrival;
  const allowed = cors.includes(ANY_ORIGIN) ? ANY_ORIGIN : request.headers.get('origin');
  try {
    const response = narrowCors(await deps.respond(request, url, admit(request, url, incoming, cors)), allowed);
    requireWhole(response);
    return response;
  } catch (error) {
    if (error instanceof HttpError) return httpErrorResponseData(error, url.origin);
    if (error instanceof TruncatedResponse) await sendHalf(error, outgoing);
    if (error instanceof ConnectionDropped) outgoing.destroy();
    throw error;
  }
}

/** Resolves once the half is sent; where nothing follows, once the connection is closed. */
async function sendHalf({ response, mode }: TruncatedResponse, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat());
  const half = new Uint8Array(await response.arrayBuffer());
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(half, () => mode === 'cut' && resolve());
  });
}
