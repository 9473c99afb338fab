// Tests redisEvents with clients that do not reconnect, or do not queue commands while they are disconnected.
import { type RedisEventsClient, redisEvents } from 'clipwright/webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { patience } from '../support/patience.ts';
import { hasRedis, startRedis } from './support/redis-server.ts';

const openOnce: Readonly<Record<string, (port: number) => RedisEventsClient>> = {
  ioredis: (port) => new Redis(port, { lazyConnect: true, retryStrategy: () => null }),
  redis: (port) => createClient({ socket: { port, reconnectStrategy: false } }),
};

describe.skipIf(!hasRedis).each(['ioredis', 'redis'])('redisEvents with %s without reconnecting', (name) => {
  it('connects again after an outage, and reads the events published before it was connected', async () => {
    const server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
    onTestFinished(() => server.stop());
    const onError = vi.fn();
    const client = openOnce[name]?.(server.port) as RedisEventsClient;
    const events = redisEvents(client, { onError });
    onTestFinished(() => events.close());
    const wakes = [vi.fn(), vi.fn()] as const;
    events.subscribe(['j1'], wakes[0]);
    events.subscribe(['j2'], wakes[1]);
    const admin = new Redis(server.port).on('error', () => {});
    onTestFinished(() => admin.disconnect());
    await admin.xadd('clipwright:events', '*', 'ids', '["j1"]');
    await vi.waitUntil(() => wakes[0].mock.calls.length > 0, patience);
    await server.kill();
    await vi.waitUntil(() => onError.mock.calls.length > 0, patience);
    await server.restart();
    await admin.xadd('clipwright:events', '*', 'ids', '["j2"]');
    await vi.waitUntil(() => wakes[1].mock.calls.length > 0, { timeout: 15_000 });
    expect(wakes.map((wake) => wake.mock.calls.length)).toEqual([1, 1]);
    expect(onError).toHaveBeenCalledTimes(1);
  }, 30_000);

  it('opens no connection after it was closed during an outage', async () => {
    const server = await startRedis();
    await server.kill();
    onTestFinished(() => server.stop());
    const onError = vi.fn();
    const events = redisEvents(openOnce[name]?.(server.port) as RedisEventsClient, { onError });
    events.subscribe(['j1'], () => {});
    await vi.waitUntil(() => onError.mock.calls.length > 0, patience);
    events.close();
    events.close();
    await server.restart();
    const admin = new Redis(server.port);
    onTestFinished(() => admin.disconnect());
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(
      String(await admin.client('LIST'))
        .trim()
        .split('\n'),
    ).toHaveLength(1);
  }, 30_000);
});

const openWithoutQueue: Readonly<Record<string, (port: number) => RedisEventsClient>> = {
  ioredis: (port) => new Redis(port, { lazyConnect: true, enableOfflineQueue: false }),
  redis: (port) => createClient({ socket: { port }, disableOfflineQueue: true }),
};

describe.skipIf(!hasRedis).each(['ioredis', 'redis'])('redisEvents with %s without an offline queue', (name) => {
  it('reads events without an error, and has a single connection after the first one broke', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const onError = vi.fn();
    const events = redisEvents(openWithoutQueue[name]?.(server.port) as RedisEventsClient, { onError });
    onTestFinished(() => events.close());
    const wake = vi.fn();
    events.subscribe(['j1'], wake);
    const admin = new Redis(server.port);
    onTestFinished(() => admin.disconnect());
    const connections = async () =>
      String(await admin.client('LIST'))
        .trim()
        .split('\n');
    await admin.xadd('clipwright:events', '*', 'ids', '["j1"]');
    await vi.waitUntil(() => wake.mock.calls.length === 1, patience);
    expect(onError).not.toHaveBeenCalled();
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await admin.xadd('clipwright:events', '*', 'ids', '["j1"]');
    await vi.waitUntil(() => wake.mock.calls.length === 2, patience);
    expect(await connections()).toHaveLength(2);
    events.close();
    await vi.waitUntil(async () => (await connections()).length === 1, patience);
  }, 30_000);
});
