import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../../src/core/errors/configuration-error.ts';
import { aFunction, aNonEmptyString, type Checks, requireFields, wholeNumber } from '../../src/core/options/checks.ts';
import { toNodeListener } from '../../src/webhooks/node-listener.ts';
import { HttpError } from '../api/http-error.ts';
import { API_PATH } from '../assumptions.ts';
import { CONTROL_PATH } from '../control/control.ts';
import { ConnectionDropped, TruncatedResponse } from '../http/connection-dropped.ts';
import { errorResponse } from '../http/error-response.ts';
import { isLoopback } from './loopback.ts';
import { OpenResponses, refuseUnreadable } from './unreadable-request.ts';

/** Handles a request: what a middleware wraps. */
export type Handle = (request: Request) => Promise<Response>;

/** Options of {@link Mock.listen}. */
export interface ListenOptions {
  /** 0 to 65535; a free one if 0 or omitted. */
  readonly port?: number;
  /** The address to listen on. `127.0.0.1` by default, which only this machine reaches; `0.0.0.0` is all addresses of the machine. */
  readonly host?: string;
  /** Wraps the handling of every request that comes over the socket: to log it or to delay it, for example. */
  readonly middleware?: (request: Request, handle: Handle) => Promise<Response>;
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

/** @throws ConfigurationError where there is no `node:http`, or the server cannot listen on the address. */
export async function listen(handle: Handle, options: ListenOptions): Promise<MockServer> {
  requireFields(options, checks);
  const { port = 0, host = '127.0.0.1', middleware = (request: Request, rest: Handle) => rest(request) } = options;
  const open = new OpenResponses();
  const server = createServer((incoming, outgoing) => {
    open.add(incoming.socket, outgoing);
    const rest: Handle = (request) => respond(handle, request, incoming, outgoing);
    void toNodeListener((request) => middleware(request, rest), { onRejected })(incoming, outgoing);
  });
  await listening(server, port, host);
  // A server that listens on TCP has an address with a port.
  const { port: actual } = server.address() as AddressInfo;
  const origin = `http://${reachable(host)}:${actual}`;
  server.on('clientError', (error, socket) => {
    if (socket.writable && !open.hasBegun(socket)) refuseUnreadable(error, socket, origin);
    else socket.destroy();
  });
  const close = () => closed(server);
  return {
    baseUrl: `${origin}${API_PATH}`,
    port: actual,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const checks: Checks<ListenOptions> = {
  port: wholeNumber(0, 65_535),
  host: aNonEmptyString,
  middleware: aFunction,
};

/** The addresses for clients where the server listens on all of them. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function reachable(host: string): string {
  const address = loopbackOf[host] ?? host;
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

async function respond(
  handle: Handle,
  request: Request,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  if (new URL(request.url).pathname.startsWith(CONTROL_PATH) && !isLocal(request, incoming)) {
    const refusal = new HttpError(403, 'forbidden', `${CONTROL_PATH} accepts requests from this machine only.`);
    return errorResponse(refusal, request);
  }
  try {
    return await handle(request);
  } catch (error) {
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

/** A page of another site must not control the mock through a browser, whatever host name it uses for this machine. */
function isLocal({ headers, url }: Request, { socket, headers: { host } }: IncomingMessage): boolean {
  const origin = headers.get('origin');
  return (
    /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
    isLoopback(new URL(url).hostname) &&
    // A request line that names the whole address overrides the Host.
    (host === undefined || isLoopback(hostnameOf(host))) &&
    (origin === null || (URL.canParse(origin) && new URL(origin).origin === new URL(url).origin))
  );
}

function hostnameOf(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}
