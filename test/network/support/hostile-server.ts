import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** The received part of a request. */
export interface Received {
  readonly method: string;
  /** The path, including the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly idempotencyKey: string | null;
  readonly body: string;
  /** Whether the last byte has arrived. */
  readonly complete: boolean;
}

/** A request and the connection on which it waits for a response. */
export interface Exchange {
  readonly request: Received;
  readonly socket: Socket;
  /** Resolves when the request's last byte has arrived. Stays pending if that byte never arrives. */
  readonly requestEnd: Promise<void>;
  /** Does the requested work once per Idempotency-Key and returns the outcome as JSON. */
  work(): string;
}

/** Called for each request when its headers have arrived. */
export type Behavior = (exchange: Exchange) => unknown;

export interface HostileServer {
  readonly baseUrl: string;
  readonly origin: string;
  /** All requests whose headers have arrived. */
  readonly received: readonly Received[];
  /** The requests whose work was done. */
  readonly executed: readonly Received[];
  /** All connections, including connections without a request. */
  readonly connections: readonly Socket[];
}

/** Starts a raw socket server for one test. Each request gets the next behavior, or the last one if none is left. */
export async function hostileServer(...behaviors: readonly Behavior[]): Promise<HostileServer> {
  const received: Received[] = [];
  const executed: Received[] = [];
  const connections: Socket[] = [];
  const workOn = createWorker(executed);
  const server = createServer((socket) => {
    connections.push(socket);
    // A client that gives up resets the connection during a write.
    socket.on('error', () => {});
    readRequests(socket, (request, requestEnd) => {
      received.push(request);
      const behave = behaviors[Math.min(received.length, behaviors.length) - 1];
      behave?.({ request, socket, requestEnd, work: () => workOn(request) });
    });
  });
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const origin = await listen(server);
  return { baseUrl: `${origin}/api/v1`, origin, received, executed, connections };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: the address of a server that listens on a port is always an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a function that does the work of a request, but only once for each Idempotency-Key. */
function createWorker(executed: Received[]): (request: Received) => string {
  const outcomes = new Map<string, string>();
  return (request) => {
    const key = request.idempotencyKey;
    const before = key === null ? undefined : outcomes.get(key);
    if (before !== undefined) return before;
    const outcome = JSON.stringify({ id: `p${executed.push(request)}`, status: 'ready' });
    if (key !== null) outcomes.set(key, outcome);
    return outcome;
  };
}

interface Incoming extends Received {
  body: string;
  complete: boolean;
}

/** Calls `begin` with each request as soon as its headers have arrived. */
function readRequests(socket: Socket, begin: (request: Received, requestEnd: Promise<void>) => void): void {
  let text = '';
  let request: Incoming | undefined;
  let finish = () => {};
  // latin1 has one character per byte, so lengths are in bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\r\n\r\n');
    if (request === undefined) {
      if (end < 0) return;
      request = parseHead(text.slice(0, end));
      text = text.slice(end + 4);
      begin(request, new Promise((resolve) => (finish = resolve)));
    }
    request.body = Buffer.from(text, 'latin1').toString();
    if (text.length < Number(request.headers.get('content-length'))) return;
    request.complete = true;
    [text, request] = ['', undefined];
    finish();
  });
}

function parseHead(head: string): Incoming {
  const [start = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = start.split(' ');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^.*?:\s*/, '')]),
  );
  return { method, path, headers, idempotencyKey: headers.get('idempotency-key'), body: '', complete: false };
}
