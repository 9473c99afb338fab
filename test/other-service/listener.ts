import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { OtherService } from './service.ts';

/** A service that listens on a local port. */
export interface Listener {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** How a response is sent. */
export interface Transfer {
  readonly encoding: string;
  readonly chunks: number;
  readonly isLastOnConnection: boolean;
}

export async function listen(service: OtherService, onTransfer: (transfer: Transfer) => void): Promise<Listener> {
  const server = createServer((request, response) => void respond(service, request, response).then(onTransfer));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Cast: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  service.context.baseUrl = `http://127.0.0.1:${port}/api/v1`;
  return { baseUrl: service.context.baseUrl, close: () => close(server) };
}

const responsesPerConnection = new WeakMap<object, number>();

async function respond(service: OtherService, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Transfer> {
  const response = await service.handle(await toRequest(service, incoming));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { body, headers } = encode(service, bytes);
  const isLastOnConnection = isLast(service, incoming.socket);
  if (isLastOnConnection) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...headers });
  const isChunked = service.context.choices['http.chunks'] === 'one by one';
  if (isChunked) for (const byte of body) outgoing.write(Uint8Array.of(byte));
  outgoing.end(isChunked ? undefined : body);
  return {
    encoding: service.context.choices['http.encoding'],
    chunks: isChunked ? body.length : 1,
    isLastOnConnection,
  };
}

async function toRequest(service: OtherService, incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/' } = incoming;
  const body = await buffer(incoming);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  return new Request(service.context.origin + url, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

function encode(service: OtherService, bytes: Uint8Array) {
  const { choices } = service.context;
  const encoding = choices['http.encoding'];
  if (encoding === 'identity' || bytes.length === 0) return { body: bytes, headers: {} };
  const encoders = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
  return { body: new Uint8Array(encoders[encoding](bytes)), headers: { 'content-encoding': encoding } };
}

function isLast(service: OtherService, socket: object): boolean {
  const count = (responsesPerConnection.get(socket) ?? 0) + 1;
  responsesPerConnection.set(socket, count);
  return service.context.pick('http.connection', {
    kept: false,
    'closed after each response': true,
    'closed after three responses': count >= 3,
  });
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close').catch(() => undefined);
}
