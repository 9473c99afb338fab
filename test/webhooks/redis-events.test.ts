import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError, type WebhookEvent } from 'clipwright/webhooks';
import { type RedisEventsClient, type RedisEventsOptions, redisEvents } from 'clipwright/webhooks/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { openClient } from './support/redis-clients.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';

const eventOf = (id: string) =>
  ({ id: `evt_${id}`, type: 'job.complete', created_at: '', data: { job_id: id, secret: 'data' } }) as WebhookEvent;

describe.skipIf(!hasRedis).each(['ioredis', 'redis'] as const)('redisEvents with %s', (name) => {
  let redis: RedisServer;
  let admin: Redis;

  beforeAll(async () => {
    redis = await startRedis();
    admin = new Redis(redis.port);
    admin.on('error', () => {});
  });
  afterAll(async () => {
    admin.disconnect();
    await redis.stop();
  });

  /** Calls `redisEvents` with a new client. */
  async function open(options: RedisEventsOptions = {}) {
    const { client, close } = await openClient[name](redis.port);
    const onError = vi.fn();
    const events = redisEvents(client as RedisEventsClient, { onError, ...options });
    onTestFinished(() => {
      events.close();
      close();
    });
    const woken: string[] = [];
    const follow = (id: string) => events.subscribe([id], () => woken.push(id));
    return { ...events, onError, woken, follow };
  }
  const readers = async () =>
    String(await admin.client('LIST'))
      .split('\n')
      .filter((line) => /cmd=xread/.test(line));

  it('wakes a wait in another process', async () => {
    const [web, worker] = [await open(), await open()];
    worker.follow('j1');
    await web.publish(eventOf('J1'));
    await vi.waitFor(() => expect(worker.woken).toEqual(['j1']));
    expect(web.woken).toEqual([]);
  });

  it('wakes a wait for an event that is published while the reader connects', async () => {
    const [web, worker] = [await open(), await open()];
    worker.follow('early');
    await Promise.all(Array.from({ length: 50 }, (_, n) => web.publish(eventOf(n === 0 ? 'early' : `other-${n}`))));
    await vi.waitFor(() => expect(worker.woken).toEqual(['early']));
  });

  it('reads every event with one connection for all waits', async () => {
    await vi.waitFor(async () => expect(await readers()).toEqual([]));
    const [web, worker] = [await open(), await open()];
    const ids = Array.from({ length: 300 }, (_, n) => `many-${n}`);
    for (const id of ids) worker.follow(id);
    await Promise.all(ids.map((id) => web.publish(eventOf(id))));
    await vi.waitFor(() => expect(worker.woken.toSorted()).toEqual(ids.toSorted()));
    await vi.waitFor(async () => expect(await readers()).toHaveLength(1));
  });

  it('continues after the last entry that it read when its connection breaks', async () => {
    const [web, worker] = [await open(), await open()];
    worker.follow('first');
    await web.publish(eventOf('first'));
    await vi.waitFor(() => expect(worker.woken).toEqual(['first']));
    worker.follow('second');
    for (const line of await readers()) await admin.client('KILL', 'ID', String(/id=(\d+)/.exec(line)?.[1]));
    await admin.xadd('clipwright:events', '*', 'ids', '["second"]');
    await vi.waitFor(() => expect(worker.woken).toEqual(['first', 'second']), 5000);
  });

  it('stores only identifiers, for about maxLength events', async () => {
    const web = await open({ stream: 'bounded', maxLength: 100 });
    for (let n = 0; n < 1000; n++) await web.publish(eventOf(`j${n}`));
    expect(await admin.xlen('bounded')).toBeLessThan(300);
    expect(JSON.stringify(await admin.xrevrange('bounded', '+', '-', 'COUNT', 1))).toContain('[\\"j999\\"]');
    expect(JSON.stringify(await admin.xrange('bounded', '-', '+'))).not.toContain('secret');
  });

  it('ignores entries that other programs add to the stream', async () => {
    const worker = await open({ stream: 'mixed' });
    worker.follow('j1');
    await admin.xadd('mixed', '*', 'ids', 'no JSON', 'more', 'x');
    await admin.xadd('mixed', '*', 'other', '{}');
    await admin.xadd('mixed', '*', 'ids', '["j1", 7]');
    await vi.waitFor(() => expect(worker.woken).toEqual(['j1']));
    expect(worker.onError).not.toHaveBeenCalled();
  });

  it('closes its connection, even while it waits for entries', async () => {
    await vi.waitFor(async () => expect(await readers()).toEqual([]));
    const worker = await open();
    worker.follow('j1');
    await vi.waitFor(async () => expect(await readers()).toHaveLength(1));
    worker.close();
    await vi.waitFor(async () => expect(await readers()).toEqual([]));
    worker.follow('j2');
    await sleep(50);
    expect(await readers()).toEqual([]);
  });

  it('reports an outage of Redis once, and continues after a restart', async () => {
    const server = await startRedis('--appendonly', 'yes');
    onTestFinished(() => server.stop());
    const { client, close } = await openClient[name](server.port);
    const onError = vi.fn();
    const events = redisEvents(client as RedisEventsClient, { onError });
    onTestFinished(() => {
      events.close();
      close();
    });
    const wake = vi.fn();
    events.subscribe(['j1'], wake);
    await events.publish(eventOf('j1'));
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(1));
    await server.kill();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    await sleep(1500);
    await server.restart();
    const other = new Redis(server.port);
    onTestFinished(() => other.disconnect());
    await other.xadd('clipwright:events', '*', 'ids', '["j1"]');
    await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), 10_000);
    expect(onError).toHaveBeenCalledTimes(1);
  }, 20_000);
});

test.each<[string, unknown, object]>([
  ['client', {}, {}],
  ['client', null, {}],
  ['client.duplicate', { eval: async () => 0, isOpen: true }, {}],
  ['stream', { eval: async () => 0, isOpen: true, duplicate: () => ({}) }, { stream: '' }],
  ['maxLength', { eval: async () => 0, isOpen: true, duplicate: () => ({}) }, { maxLength: 0 }],
  ['maxlength', { eval: async () => 0, isOpen: true, duplicate: () => ({}) }, { maxlength: 5 }],
])('redisEvents rejects an invalid %s', (option, client, options) => {
  expect(() => redisEvents(client as RedisEventsClient, options)).toThrow(ConfigurationError);
  expect(() => redisEvents(client as RedisEventsClient, options)).toThrow(option);
});
