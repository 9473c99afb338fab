// Sends 2,000 events while Redis stops for 20 seconds, more than twice as long as a lease. Every event must be handled,
// and an event can be handled twice only if a receiver reported that its lease was lost or its mark failed.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../webhooks/support/redis-server.ts';
import { eventOf, shuffledDeliveries } from './deliveries.ts';
import { type Fleet, withFleet } from './fleet.ts';
import { type Logged, repeated } from './log.ts';

const count = 2000;

export async function silenceScenario(): Promise<void> {
  const redis = await startRedis();
  try {
    await withFleet(redis.port, async ({ sender, readLog }: Fleet) => {
      const deliveries = shuffledDeliveries(count, 1000).map((i) => sender.deliver(eventOf(i)));
      await sender.untilDelivered(800);
      redis.pause();
      await sleep(20_000);
      redis.resume();
      await sender.complete(`Redis is silent for 20 s: ${count} events.`, deliveries);
      judge(readLog());
    });
  } finally {
    await redis.stop();
  }
}

function judge(logged: Logged): void {
  const handled = new Set(logged('end'));
  const again = new Set(repeated(logged('begin')));
  const unmarked = new Set(logged('unmarked'));
  const lost = new Set(logged('lost'));
  const unexcused = [...again].filter((id) => !unmarked.has(id) && !lost.has(id));

  console.log(`Refused because the claim had not settled: ${logged('unclaimed').length} deliveries.`);
  console.log(`Reported: ${unmarked.size} events whose mark had not settled, ${lost.size} whose lease was lost.`);
  console.log(
    `Handled: ${handled.size} events. Begun again: ${again.size}, of which all but ${unexcused.length} were reported.`,
  );

  assert.equal(handled.size, count, 'every event is handled');
  assert.deepEqual(unexcused, [], 'no event is begun again but those that a receiver has reported');
  assert.deepEqual(logged('error'), [], 'no receiver meets another error');
}
