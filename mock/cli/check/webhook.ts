import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeListener } from '../../../src/webhooks/node-listener.ts';
import { Receiver } from '../../survey/receiver.ts';

const defaultPort = 3000;
/** How long `received` waits for deliveries, in milliseconds. */
const longestWait = 60_000;

/** Receives webhooks on the port of a URL. Rejects if the port is in use. */
export async function listenFor(url: URL) {
  const receiver = new Receiver();
  const server = createServer(toNodeListener((request) => receiver.handle(request)));
  await once(server.listen(Number(url.port) || defaultPort, await ownAddress(url.hostname)), 'listening');
  return {
    url: url.href,
    /** Resolves to the requests once each rejected event has come again, or after a minute. */
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

/** Returns the address of a host of this machine. For another host, returns 127.0.0.1, because a tunnel sends there. */
async function ownAddress(host: string): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/g, '')).catch(() => undefined);
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.find(({ address }) => address === found?.address)?.address ?? '127.0.0.1';
}
