import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { serve } from '../../client/support/server.ts';

export interface Received {
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

/**
 * Starts a webhook receiver for one test, and returns its URL and the first delivery. The receiver never responds if
 * `status` is null.
 */
export async function receiver(status: number | null = 200): Promise<{ url: string; delivery: Promise<Received> }> {
  let receive: (received: Received) => void;
  const delivery = new Promise<Received>((resolve) => {
    receive = resolve;
  });
  const url = await serve(async (request, response) => {
    receive({ body: await text(request), headers: request.headers });
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
  });
  return { url, delivery };
}

/** Starts a receiver that responds with these bytes and closes the connection. Returns its URL. */
export async function rawReceiver(response: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(response));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  // Cast: a server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
