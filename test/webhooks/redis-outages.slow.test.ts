// Tests a receiver whose Redis is paused, killed, full or evicts keys, with the default settings of ioredis and redis.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redisDedupe } from '../../src/webhooks/redis.ts';
import { patience } from '../support/patience.ts';
import { event, receiver } from './support/dedupe-receiver.ts';
import { openClient } from './support/redis-clients.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';

/** A delivery waits a quarter of the lease for Redis. Two seconds are enough even on a busy machine. */
const leaseSeconds = 8;

describe.skipIf(!hasRedis).each(['ioredis', 'redis'] as const)('a receiver with %s', (name) => {
  describe('when Redis is paused', () => {
    it('responds with 500 without running the handler, and handles the next delivery as soon as Redis resumes', async () => {
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

    it('responds with 200 if the pause began in the handler, and marks the event as done when Redis resumes', async () => {
      const { server, work, onError, deliver } = await setUp(name);
      work.mockImplementationOnce(() => server.pause());
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[failed('done'), event]]);
      server.resume();
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
    });

    it('handles the event again after a pause longer than the lease, and reports the lost lease', async () => {
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

  describe('when Redis is killed', () => {
    it('responds with 500 without running the handler until Redis is restarted', async () => {
      const { server, work, deliver } = await setUp(name);
      await server.kill();
      expect((await deliver()).status).toBe(500);
      expect(work).not.toHaveBeenCalled();
      await server.restart();
      await vi.waitUntil(async () => (await deliver()).status === 200, patience);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledOnce();
    });

    it('handles the event again if the lease was not persisted, and reports the lost lease', async () => {
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

    it('handles the event once if every write is persisted', async () => {
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

  it('responds with 500 to new events when Redis is full, but marks the event being handled as done', async () => {
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

  describe('when Redis evicts keys under allkeys-lru', () => {
    it('handles an event again if its lease is evicted, after reporting the lost lease', async () => {
      const { redis, work, onError, deliver } = await setUp(name, {}, '--maxmemory-policy', 'allkeys-lru');
      work.mockImplementationOnce(() => evictAll(redis));
      expect((await deliver()).status).toBe(200);
      expect(onError.mock.calls).toEqual([[leaseLost, event]]);
      expect((await deliver()).status).toBe(200);
      expect(work).toHaveBeenCalledTimes(2);
    });

    it('handles an event again, and reports nothing, after the mark that it is done was evicted', async () => {
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

/** A receiver, its Redis, and an admin client of that Redis. */
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
