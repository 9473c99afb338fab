// Sends 2,000 events while Redis fails over to a replica that is 300 ms behind. Every event must be handled, and only
// events whose lease or mark existed only on the old primary can be handled twice.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startProxy } from '../webhooks/support/redis-proxy.ts';
import { type RedisServer, startRedis } from '../webhooks/support/redis-server.ts';
import { eventOf, shuffledDeliveries } from './deliveries.ts';
import { withFleet } from './fleet.ts';
import { type Logged, repeated } from './log.ts';

const count = 2000;

export async function failoverScenario(): Promise<void> {
  const primary = await startRedis('--repl-diskless-sync-delay', '0');
  const replica = await startReplica(primary);
  const proxy = await startProxy(primary.port);
  try {
    await withFleet(proxy.port, async ({ sender, readLog }) => {
      const deliveries = shuffledDeliveries(count, 1000).map((i) => sender.deliver(eventOf(i)));
      await sender.untilDelivered(800);
      const markedThere = await promote(replica);
      await sleep(300);
      await primary.kill();
      // Wait until each event that a receiver claimed on the old primary is logged as begun.
      await sleep(500);
      const begunBefore = new Set(readLog()('begin'));
      proxy.switchTo(replica.port);
      await sender.complete(`Redis fails over to a replica that is behind: ${count} events.`, deliveries);
      judge(readLog(), begunBefore, markedThere);
    });
  } finally {
    proxy.close();
    await Promise.all([primary.stop(), replica.stop()]);
  }
}

async function startReplica(primary: RedisServer): Promise<RedisServer> {
  const replica = await startRedis('--replicaof', '127.0.0.1', `${primary.port}`);
  await withClient(replica, async (redis) => {
    while (!(await redis.info('replication')).includes('master_link_status:up')) await sleep(20);
  });
  return replica;
}

/** Makes the replica a primary. Returns the ids of the events that are already marked as done on the replica. */
function promote(replica: RedisServer): Promise<ReadonlySet<string>> {
  return withClient(replica, async (redis) => {
    await redis.call('REPLICAOF', 'NO', 'ONE');
    const keys = await redis.keys('*');
    const values = await redis.mget(keys);
    const marked = keys.filter((_, i) => values[i]?.startsWith('done '));
    return new Set(marked.map((key) => key.slice(key.lastIndexOf(':') + 1)));
  });
}

async function withClient<T>({ port }: RedisServer, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

function judge(logged: Logged, begunBefore: ReadonlySet<string>, markedThere: ReadonlySet<string>): void {
  const handled = new Set(logged('end'));
  const again = [...new Set(repeated(logged('begin')))];
  const reported = new Set([...logged('unmarked'), ...logged('lost')]);
  const unreported = again.filter((id) => !reported.has(id));
  const unexcused = unreported.filter((id) => !begunBefore.has(id) || markedThere.has(id));

  console.log(`Begun before the failover: ${begunBefore.size} events. Marked on the replica: ${markedThere.size}.`);
  console.log(`Refused because the claim had failed: ${logged('unclaimed').length} deliveries.`);
  console.log(
    `Handled: ${handled.size} events. Begun again: ${again.length}, of which ${again.length - unreported.length} were ` +
      `reported, and ${unreported.length - unexcused.length} were marked on the old primary alone.`,
  );

  assert.equal(handled.size, count, 'every event is handled');
  assert.deepEqual(unexcused, [], 'no event is begun again but those whose lease or mark the replica did not have');
  assert.deepEqual(logged('error'), [], 'no receiver meets another error');
}
