import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster, RESP_TYPES } from 'redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type IoredisClient, type NodeRedisClient, redisDedupe } from '../../src/webhooks/redis.ts';
import { freePort } from '../support/free-port.ts';
import { patience } from '../support/patience.ts';
import { event, receiver } from './support/dedupe-receiver.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.ts';
import { hour, testStore } from './support/store-suite.ts';

type Open = (port: number) => Promise<{ client: IoredisClient | NodeRedisClient; close: () => unknown }>;

const clients: Record<string, Open> = {
  async ioredis(port) {
    const client = new Redis(port);
    return { client, close: () => client.disconnect() };
  },
  async 'ioredis with numbers as strings'(port) {
    const client = new Redis(port, { stringNumbers: true });
    return { client, close: () => client.disconnect() };
  },
  async 'ioredis for a cluster'(port) {
    const client = new Cluster([{ port, host: '127.0.0.1' }]);
    return { client, close: () => client.disconnect() };
  },
  async redis(port) {
    const client = await createClient({ socket: { port } }).connect();
    return { client, close: () => client.destroy() };
  },
  async 'redis with strings as Buffers'(port) {
    const client = await createClient({ socket: { port } }).connect();
    const mapped = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    return { client: mapped, close: () => client.destroy() };
  },
  async 'redis for a cluster'(port) {
    const client = await createCluster({ rootNodes: [{ socket: { port, host: '127.0.0.1' } }] }).connect();
    return { client, close: () => client.destroy() };
  },
};

const lease = { id: 'evt', token: 'ours', milliseconds: 30_000 };

describe.skipIf(!hasRedis)('redisDedupe', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startCluster();
    redis = new Redis(server.port);
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  describe.each(Object.entries(clients))('with %s', (name, open) => {
    let opened: Awaited<ReturnType<Open>>;
    const prefix = `${name}:`;

    beforeAll(async () => {
      opened = await open(server.port);
    });
    afterAll(() => opened?.close());

    testStore(() => ({
      store: redisDedupe(opened.client, { prefix, ttlSeconds: 360_000 }),
      advance: (id, hours) => advance(`${prefix}${id}`, hours),
    }));

    it('claims an event with one command on one key', async () => {
      const evaluate = vi.spyOn(opened.client, 'eval');
      await redisDedupe(opened.client, { prefix }).claim(lease);
      expect(evaluate).toHaveBeenCalledOnce();
      expect(await redis.keys(`${prefix}evt`)).toEqual([`${prefix}evt`]);
    });
  });

  it('lets Redis expire a lease', async () => {
    const store = redisDedupe(redis, { prefix: 'short:' });
    await store.claim({ ...lease, milliseconds: 1 });
    await vi.waitUntil(async () => (await store.claim({ ...lease, token: 'theirs' })) === 'claimed', patience);
  });

  it('keeps a handled event for a day with the prefix clipwright:webhook: by default', async () => {
    const store = redisDedupe(redis);
    await store.claim(lease);
    await store.done(lease);
    const left = await redis.pttl('clipwright:webhook:evt');
    expect(left).toBeGreaterThan(86_000_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
  });

  it('keeps events with different prefixes apart', async () => {
    expect(await redisDedupe(redis, { prefix: 'one:' }).claim(lease)).toBe('claimed');
    expect(await redisDedupe(redis, { prefix: 'two:' }).claim({ ...lease, token: 'theirs' })).toBe('claimed');
  });

  it('never uses one key for two events, because ids that UTF-8 cannot distinguish are rejected', async () => {
    const work = vi.fn();
    const onRejected = vi.fn();
    const deliver = receiver({ dedupe: redisDedupe(redis, { prefix: 'ids:' }), onOther: work, onRejected });
    const statusOf = async (id: string) => (await deliver({ ...event, id })).status;
    for (const id of ['\ud83c\udfac', '\ud83c\udfad', 'é', 'e\u0301']) expect(await statusOf(id)).toBe(200);
    for (const id of ['\ud800', '\udfff', '\ufffd']) expect(await statusOf(id)).toBe(400);
    expect(work).toHaveBeenCalledTimes(4);
    expect(await redis.keys('ids:*')).toHaveLength(4);
    expect(onRejected.mock.calls.map(([{ reason }]) => reason)).toEqual(Array(3).fill('not_an_event'));
  });

  /** Shortens a key's remaining time, because Redis has no settable clock. Rounds to hours, so the test's duration does not matter. */
  async function advance(key: string, hours: number): Promise<void> {
    const left = Math.ceil((await redis.pttl(key)) / hour);
    expect(left).toBeGreaterThanOrEqual(hours);
    await redis.pexpire(key, (left - hours) * hour);
  }
});

describe('a value that is not a Redis client', () => {
  it.each([
    'redis://127.0.0.1:6379',
    undefined,
    null,
    {},
    { eval: () => 1 },
    { isOpen: true },
    { get: () => 1, defineCommand: () => 1 },
  ])('is rejected: %j', (client) => {
    expect(() => redisDedupe(client as never)).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: 'client must be a client of ioredis, or of redis 4 or newer, such as new Redis(url).',
      }),
    );
  });
});

describe('an invalid option', () => {
  const client = { eval: async () => 1, isOpen: true };
  it.each([
    [{ prefix: 5 as never }, 'prefix must be a string.'],
    [{ ttlSeconds: 0 }, 'ttlSeconds must be a number above 0, at most 315360000 (ten years).'],
    [{ ttlSeconds: 1e16 }, 'ttlSeconds must be a number above 0, at most 315360000 (ten years).'],
    [{ prefixes: 'a' } as object, 'prefixes is not an option. Did you mean "prefix"? Use one of prefix, ttlSeconds.'],
  ])('is rejected: %j', (options, message) => {
    expect(() => redisDedupe(client, options)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', message }),
    );
  });
});

/** Starts a cluster of one node. It also accepts clients without cluster support. */
async function startCluster(): Promise<RedisServer> {
  const bus = await freePort();
  const settings = { enabled: 'yes', port: bus, 'announce-ip': '127.0.0.1' };
  const server = await startRedis(
    ...Object.entries(settings).flatMap(([name, value]) => [`--cluster-${name}`, `${value}`]),
  );
  const redis = new Redis(server.port);
  await redis.cluster('ADDSLOTSRANGE', 0, 16_383);
  await vi.waitUntil(async () => String(await redis.cluster('INFO')).includes('cluster_state:ok'), patience);
  redis.disconnect();
  return server;
}
