// One receiver of the fleet, a process of its own. It writes what it does to a file, line by line and at once, so that the
// lines outlive a `kill -9`, and tells its parent the port that it listens on.
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import {
  createWebhookHandler,
  type DedupeStore,
  type JobCompleteEvent,
  toNodeListener,
} from '../../src/webhooks/index.ts';
import { redisDedupe } from '../../src/webhooks/redis.ts';

const [redisPort, clientName, secret = '', leaseSeconds, notesFile = ''] = process.argv.slice(2);
const notes = openSync(notesFile, 'a');

const handle = createWebhookHandler({
  secret,
  dedupe: { store: noting(await openStore(Number(redisPort))), leaseSeconds: Number(leaseSeconds) },
  on: { 'job.complete': work },
  onError: (error, { id }) => note('error', `${id} ${error}`),
});

const server = createServer(toNodeListener(handle)).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// A connection that the sender keeps open must not be closed at the moment of its next delivery.
server.keepAliveTimeout = 120_000;
// Without its parent, the receiver has nothing to do.
process.on('disconnect', () => process.exit());

async function work({ id, data }: JobCompleteEvent): Promise<void> {
  note('begin', id);
  if (data.holdUntilKilled === process.pid) await heldUntilKilled();
  await sleep(Math.random() * 20);
  note('end', id);
}

function heldUntilKilled(): Promise<never> {
  process.send?.('holding');
  return new Promise(() => {});
}

async function openStore(port: number): Promise<DedupeStore> {
  const client = clientName === 'ioredis' ? new Redis(port) : await createClient({ socket: { port } }).connect();
  return redisDedupe(client);
}

/** The store, with a note of how each claim ended and of each event that was marked as done. */
function noting(store: DedupeStore): DedupeStore {
  return {
    async claim(lease) {
      const claim = await store.claim(lease);
      note(claim, lease.id);
      return claim;
    },
    async done(lease) {
      const isDone = await store.done(lease);
      if (isDone) note('marked', lease.id);
      return isDone;
    },
    renew: (lease) => store.renew(lease),
    free: (lease) => store.free(lease),
  };
}

function note(what: string, text: string): void {
  writeSync(notes, `${what} ${text}\n`);
}
