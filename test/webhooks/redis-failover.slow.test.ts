// Tests a receiver whose Redis fails over to a replica, with the default settings of ioredis and redis.
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { confirmedByReplica } from '../../examples/confirmed-dedupe.ts';
import type { DedupeStore } from '../../src/webhooks/index.ts';
import { redisDedupe } from '../../src/webhooks/redis.ts';
import { patience } from '../support/patience.ts';
import { event, receiver } from './support/dedupe-receiver.ts';
import { openClient } from './support/redis-clients.ts';
import { startProxy } from './support/redis-proxy.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';

const [beforeFailover, duringFailover, whileDown] = ['before', 'during', 'while-down'].map((id) => ({
  ...event,
  id,
})) as [typeof event, typeof event, typeof event];

describe.skipIf(!hasRedis).each(['ioredis', 'redis'] as const)('a receiver with %s, whose Redis fails over', (name) => {
  it('handles every event once, before, during and after the failover, if the replica has all writes', async () => {
    const { primary, replica, proxy, responds, work, onError, deliver } = await setUp(name);
    const handled: string[] = [];
    work.mockImplementation(async ({ id }) => {
      handled.push(id);
      if (id !== 'during') return;
      // The replica takes over while this handler runs with a lease from the primary.
      await vi.waitUntil(() => replica.kept('during'), patience);
      await primary.server.kill();
      expect((await deliver(whileDown)).status).toBe(500);
      await replica.redis.call('REPLICAOF', 'NO', 'ONE');
      proxy.switchTo(replica.server.port);
      await responds();
    });
    expect((await deliver(beforeFailover)).status).toBe(200);
    expect((await deliver(duringFailover)).status).toBe(200);
    expect(handled).toEqual(['before', 'during']);
    await vi.waitUntil(async () => (await deliver(whileDown)).status === 200, patience);
    for (const each of [beforeFailover, duringFailover, whileDown]) expect((await deliver(each)).status).toBe(200);
    expect(handled).toEqual(['before', 'during', 'while-down']);
    expect(onError.mock.calls).toEqual([[failed('claim'), whileDown]]);
  });

  it('handles an event again if the replica has not received the mark that it is done', async () => {
    const { primary, replica, proxy, responds, work, deliver } = await setUp(name);
    await replica.redis.call('REPLICAOF', 'NO', 'ONE');
    expect((await deliver()).status).toBe(200);
    await primary.server.kill();
    proxy.switchTo(replica.server.port);
    await responds();
    expect((await deliver()).status).toBe(200);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('responds with 500 while no replica is connected, with min-replicas-to-write, and handles every event once', async () => {
    const { primary, replica, proxy, responds, work, onError, deliver } = await setUp(name);
    await primary.redis.config('SET', 'min-replicas-to-write', '1');
    expect((await deliver(beforeFailover)).status).toBe(200);
    await vi.waitUntil(async () => (await replica.kept(beforeFailover.id))?.startsWith('done'), patience);
    await replica.redis.call('REPLICAOF', 'NO', 'ONE');
    await vi.waitUntil(async () => (await primary.redis.info('replication')).includes('connected_slaves:0'), patience);
    expect((await deliver(whileDown)).status).toBe(500);
    expect(onError.mock.calls).toEqual([[failed('claim'), whileDown]]);
    await primary.server.kill();
    proxy.switchTo(replica.server.port);
    await responds();
    for (const each of [beforeFailover, whileDown]) expect((await deliver(each)).status).toBe(200);
    expect(work.mock.calls).toEqual([[beforeFailover], [whileDown]]);
  });

  it('does not handle an event before a replica has confirmed the claim, if the store waits for the confirmation', async () => {
    const { primary, replica, proxy, responds, work, onError, deliver } = await setUp(name, confirmedByReplica);
    expect((await deliver(beforeFailover)).status).toBe(200);
    replica.server.pause();
    expect((await deliver(whileDown)).status).toBe(500);
    expect(onError.mock.calls).toEqual([[failed('claim'), whileDown]]);
    await primary.server.kill();
    replica.server.resume();
    await replica.redis.call('REPLICAOF', 'NO', 'ONE');
    proxy.switchTo(replica.server.port);
    await responds();
    expect((await deliver(beforeFailover)).status).toBe(200);
    expect(work.mock.calls).toEqual([[beforeFailover]]);
  });
});

function failed(method: string) {
  return expect.objectContaining({ reason: 'store_failed', message: expect.stringContaining(`${method}()`) });
}

/** A receiver, a primary and a replica behind one address, and admin clients of both. */
async function setUp(name: 'ioredis' | 'redis', wrap = (store: DedupeStore, _wait: () => Promise<number>) => store) {
  const primary = await startNode();
  const replica = await startNode('--replicaof', '127.0.0.1', `${primary.server.port}`);
  // Wait for the primary, because the replica reports its connection before the primary counts it.
  await vi.waitUntil(async () => (await primary.redis.info('replication')).includes('state=online'), patience);
  const proxy = await startProxy(primary.server.port);
  onTestFinished(() => proxy.close());
  const { client, responds, wait, close } = await openClient[name](proxy.port);
  onTestFinished(close);
  const work = vi.fn<(handled: typeof event) => unknown>();
  const onError = vi.fn();
  // Each store call can take a quarter of the lease. Two seconds are enough even on a busy machine.
  const dedupe = { store: wrap(redisDedupe(client), wait), leaseSeconds: 8 };
  const deliver = receiver({ dedupe, onOther: (handled) => work(handled as typeof event), onError });
  return { primary, replica, proxy, responds, work, onError, deliver };
}

async function startNode(...settings: string[]) {
  const server = await startRedis('--repl-diskless-sync-delay', '0', ...settings);
  onTestFinished(() => server.stop());
  const redis = new Redis(server.port).on('error', () => {});
  onTestFinished(() => redis.disconnect());
  return { server, redis, kept: (id: string) => redis.get(`clipwright:webhook:${id}`) };
}
