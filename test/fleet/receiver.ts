// One receiver of the fleet, in its own process. It sends its port to its parent, and immediately logs each step to a
// file, so that the log survives a `kill -9`.
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createWebhookHandler,
  type DedupeStore,
  type JobCompleteEvent,
  toNodeListener,
  WebhookDedupeError,
} from '../../src/webhooks/index.ts';
import { redisDedupe } from '../../src/webhooks/redis.ts';
import { openClient } from '../webhooks/support/redis-clients.ts';

const [redisPort, client, secret = '', leaseSeconds, logPath = ''] = process.argv.slice(2);
const clientName = client === 'ioredis' ? 'ioredis' : 'redis';
const logFile = openSync(logPath, 'a');

const handle = createWebhookHandler({
  secret,
  dedupe: { store: withLog(await openStore(Number(redisPort))), leaseSeconds: Number(leaseSeconds) },
  on: { 'job.complete': work },
  onError: (error, { id }) => log(...describe(error, id)),
});

const server = createServer(toNodeListener(handle)).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
// A kept-alive connection must not be closed at the moment of the sender's next delivery.
server.keepAliveTimeout = 120_000;
// Exit together with the parent.
process.on('disconnect', () => process.exit());

async function work({ id, data }: JobCompleteEvent): Promise<void> {
  log('begin', id);
  if (data.holdUntilKilled === process.pid) await heldUntilKilled();
  await sleep(Math.random() * 20);
  log('end', id);
}

function heldUntilKilled(): Promise<never> {
  process.send?.('holding');
  return new Promise(() => {});
}

/** Returns the log entry for an error, for example `unmarked` if the store could not mark the event as done. */
function describe(error: unknown, id: string): [what: string, text: string] {
  const { reason, message } = error instanceof WebhookDedupeError ? error : { reason: undefined, message: `${error}` };
  if (reason === 'lease_lost') return ['lost', id];
  if (reason === 'store_failed' && message.includes('claim()')) return ['unclaimed', id];
  if (reason === 'store_failed' && message.includes('done()')) return ['unmarked', id];
  return ['error', `${id} ${message}`];
}

async function openStore(port: number): Promise<DedupeStore> {
  return redisDedupe((await openClient[clientName](port)).client);
}

/** Returns a store that also logs the result of each claim, and the id of each event that it marks as done. */
function withLog(store: DedupeStore): DedupeStore {
  return {
    async claim(lease) {
      const claim = await store.claim(lease);
      log(claim, lease.id);
      return claim;
    },
    async done(lease) {
      const isDone = await store.done(lease);
      if (isDone) log('marked', lease.id);
      return isDone;
    },
    renew: (lease) => store.renew(lease),
    free: (lease) => store.free(lease),
  };
}

function log(what: string, text: string): void {
  writeSync(logFile, `${what} ${text}\n`);
}
