// What a receiver does when its Redis is stopped, killed, full or evicts keys, through either client with its own defaults.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redisDedupe } from '../../src/webhooks/redis.ts';
import { patience } from '../support/patience.ts';
import { event, receiver } from './support/dedupe-receiver.ts';
import { openClient } from './support/redis-clients.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';

/** A quarter of it, two seconds, is what a delivery waits for Redis. Both are long for a busy machine. */
const leaseSeconds = 8;

describe.skipIf(!hasRedis).each(['ioredis', 'redis'] as const)('a receiver with %s, whose Redis', (name) => {
  describe('is stopped', () => {
    it('responds with 500 and runs nothing; the first delivery afterwards is handled, before the lease of the given up claim would end', async () => {
      const { server, work, onError, deliver } = await setUp(name);
      server.pause();
      expect((await deliver()).status).toBe(500);
      expect(work).not.toHaveBeenCalled();
      expect(onError.mock.calls).toEqual([[failed('claim'), event]]);
      server.resume();
      await vi.waitUntil(async () => (await deliver()).status === 200, patience);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
    });

    it('while the function runs responds with 200, and the event is marked when Redis runs again', async () => {
      const { server, work, onError, deliver } = await setUp(name);
      work.mockImplementationOnce(() => server.pause());
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[failed('done'), event]]);
      server.resume();
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
    });

    it('for longer than the lease has the event handled again, and the first delivery has reported it', async () => {
      const { server, work, onError, deliver } = await setUp(name, { leaseSeconds: 3 });
      work.mockImplementationOnce(async () => {
        server.pause();
        await sleep(3100);
        server.resume();
      });
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[leaseLost, event]]);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledTimes(2);
    });
  });

  describe('is killed', () => {
    it('responds with 500 and runs nothing until it is started again', async () => {
      const { server, work, deliver } = await setUp(name);
      await server.kill();
      expect((await deliver()).status).toBe(500);
      expect(work).not.toHaveBeenCalled();
      await server.restart();
      await vi.waitUntil(async () => (await deliver()).status === 200, patience);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
    });

    it('while the function runs, and keeps nothing, has the event handled again, and the first delivery has reported it', async () => {
      const { server, responds, work, onError, deliver } = await setUp(name);
      work.mockImplementationOnce(async () => {
        await server.kill();
        await server.restart();
        await responds();
      });
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[leaseLost, event]]);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledTimes(2);
    });

    it('while the function runs, and keeps each write, has the event handled once', async () => {
      const { server, responds, work, onError, deliver } = await setUp(
        name,
        {},
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
      );
      const killed = async () => {
        await server.kill();
        await server.restart();
        await responds();
      };
      work.mockImplementationOnce(killed);
      expect((await deliver()).status).toBe(200);
      await killed();
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
      expect(onError).not.toHaveBeenCalled();
    });
  });

  it('is full responds with 500 to a new event, and marks one that was being handled', async () => {
    const { redis, work, onError, deliver } = await setUp(name);
    work.mockImplementationOnce(() => redis.config('SET', 'maxmemory', '1'));
    expect((await deliver()).status).toBe(200);
    expect((await deliver()).status).toBe(200);
    expect(work).toHaveBeenCalledOnce();
    expect(onError).not.toHaveBeenCalled();

    const another = { ...event, id: 'evt_2' };
    expect((await deliver(another)).status).toBe(500);
    expect(work).toHaveBeenCalledOnce();
    expect(onError.mock.calls).toEqual([[failed('claim'), another]]);
    await redis.config('SET', 'maxmemory', '0');
    expect((await deliver(another)).status).toBe(200);
    expect(work).toHaveBeenCalledTimes(2);
  });

  describe('evicts keys under allkeys-lru', () => {
    it('has an event handled again whose lease it evicts, and the first delivery has reported it', async () => {
      const { redis, work, onError, deliver } = await setUp(name, {}, '--maxmemory-policy', 'allkeys-lru');
      work.mockImplementationOnce(() => evictAll(redis));
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[leaseLost, event]]);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledTimes(2);
    });

    it('has an event handled again whose mark it evicts, without a report', async () => {
      const { redis, work, onError, deliver } = await setUp(name, {}, '--maxmemory-policy', 'allkeys-lru');
      expect((await deliver()).status).toBe(200);
      await evictAll(redis);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledTimes(2);
      expect(onError).not.toHaveBeenCalled();
    });
  });
});

const leaseLost = expect.objectContaining({ name: 'WebhookDedupeError', reason: 'lease_lost' });

function failed(method: string) {
  return expect.objectContaining({ reason: 'store_failed', message: expect.stringContaining(`${method}()`) });
}

/** A receiver, its Redis, and a client to steer that Redis by. */
async function setUp(name: 'ioredis' | 'redis', options: { leaseSeconds?: number } = {}, ...settings: string[]) {
  const server = await startRedis(...settings);
  onTestFinished(() => server.stop());
  const { client, responds, close } = await openClient[name](server.port);
  onTestFinished(close);
  const redis = new Redis(server.port, { lazyConnect: true });
  onTestFinished(() => redis.disconnect());
  const work = vi.fn<() => unknown>();
  const onError = vi.fn();
  const dedupe = { store: redisDedupe(client), leaseSeconds, ...options };
  return { server, responds, redis, work, onError, deliver: receiver({ dedupe, onOther: work, onError }) };
}

async function evictAll(redis: Redis): Promise<void> {
  await redis.config('SET', 'maxmemory', '1');
  await vi.waitUntil(async () => (await redis.dbsize()) === 0, patience);
  await redis.config('SET', 'maxmemory', '0');
}
