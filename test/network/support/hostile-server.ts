import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request, as far as it came. */
export interface Received {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly idempotencyKey: string | null;
  readonly body: string;
  /** Whether its last byte came. */
  readonly complete: boolean;
}

/** A request that waits for a response, or for what becomes of it. */
export interface Exchange {
  readonly request: Received;
  readonly socket: Socket;
  /** Resolves at the request's last byte; never, where that does not come. */
  readonly whole: Promise<void>;
  /** Does what the request asks for, once per Idempotency-Key, and gives the JSON of the outcome. */
  work(): string;
}

/** What the server does about a request, from the last byte of its headers on. */
export type Behavior = (exchange: Exchange) => unknown;

export interface HostileServer {
  readonly baseUrl: string;
  readonly origin: string;
  /** All requests whose headers came. */
  readonly received: readonly Received[];
  /** The requests that were worked on. */
  readonly executed: readonly Received[];
  /** All connections, also those without a request. */
  readonly connections: readonly Socket[];
}

/** A server for one test, over bare sockets: one behavior for each request, in turn, the last one again and again. */
export async function hostileServer(...script: readonly Behavior[]): Promise<HostileServer> {
  const received: Received[] = [];
  const executed: Received[] = [];
  const connections: Socket[] = [];
  const workOn = worker(executed);
  const server = createServer((socket) => {
    connections.push(socket);
    // A client that gives up resets the connection in the midst of a write.
    socket.on('error', () => {});
    readRequests(socket, (request, whole) => {
      received.push(request);
      const behave = script[Math.min(received.length, script.length) - 1];
      behave?.({ request, socket, whole, work: () => workOn(request) });
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
  // Cast: a server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Does work as a service does that honours Idempotency-Keys. */
function worker(executed: Received[]): (request: Received) => string {
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

/** Tells of each request as soon as its headers are there. */
function readRequests(socket: Socket, begin: (request: Received, whole: Promise<void>) => void): void {
  let text = '';
  let request: Incoming | undefined;
  let finish = () => {};
  // One character a byte, so that lengths are those of the wire.
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
