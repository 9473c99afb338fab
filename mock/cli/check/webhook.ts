import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeListener } from '../../../src/webhooks/node-listener.ts';
import { type Delivery, Receiver } from '../../survey/receiver.ts';

const defaultPort = 3000;
/** How long to wait for deliveries after the last request, in milliseconds. */
const longestWait = 60_000;

/** A receiver of webhooks on this machine. */
export interface Webhook {
  readonly url: string;
  /** Resolves to the requests once the rejected event has come again, or after a minute. */
  received(): Promise<readonly Delivery[]>;
  close(): Promise<void>;
}

/** Listens on the port of a URL, on all addresses. Rejects if the port is in use. */
export async function listenFor(url: URL): Promise<Webhook> {
  const receiver = new Receiver();
  const server = createServer(toNodeListener((request) => receiver.handle(request)));
  await once(server.listen(Number(url.port) || defaultPort), 'listening');
  return {
    url: url.href,
    async received() {
      const end = performance.now() + longestWait;
      while (!receiver.hasRepeated && performance.now() < end) await sleep(200);
      return receiver.deliveries;
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
