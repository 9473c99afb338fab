// Sends 10,000 events, 30 % of them two to five times at about the same time, while one receiver is killed. Every event
// must be handled, and only events that the killed receiver held can be handled twice.
import assert from 'node:assert/strict';
import { startRedis } from '../webhooks/support/redis-server.ts';
import { eventOf, shuffledDeliveries } from './deliveries.ts';
import { type Fleet, type Receiver, withFleet } from './fleet.ts';
import { repeated } from './log.ts';

const count = 10_000;
/** Ten events that are delivered once and that the first receiver holds until it is killed. */
const heldIndices = Array.from({ length: 10 }, (_, i) => 4005 + 10 * i);

export async function killScenario(): Promise<void> {
  const redis = await startRedis();
  try {
    await withFleet(redis.port, run);
  } finally {
    await redis.stop();
  }
}

async function run(fleet: Fleet): Promise<void> {
  const { receivers, sender } = fleet;
  const [victim] = receivers;
  killWhenHoldingAll(victim);
  const holding = { holdUntilKilled: victim.child.pid };
  const deliveries = shuffledDeliveries(count, 30).map((i) =>
    heldIndices.includes(i) ? sender.deliver(eventOf(i, holding), victim.port) : sender.deliver(eventOf(i)),
  );
  await sender.complete(`A receiver is killed: ${count} events.`, deliveries);
  judge(fleet);
}

function killWhenHoldingAll({ child }: Receiver): void {
  let holding = 0;
  child.on('message', () => {
    if (++holding === heldIndices.length) child.kill('SIGKILL');
  });
}

function judge({ receivers, readLog }: Fleet): void {
  const [victim, ...others] = receivers.map((receiver) => receiver.readLog());
  assert(victim);
  const all = readLog();
  const marked = new Set(victim('marked'));
  const held = new Set(victim('begin').filter((id) => !marked.has(id)));
  const handled = new Set(all('end'));
  const again = repeated(all('begin'));
  const unexcused = again.filter((id) => !held.has(id));

  console.log(`Duplicates: ${all('done').length} refused as done, ${all('busy').length} told to come back.`);
  console.log(
    `The killed receiver had begun ${victim('begin').length} events, and held ${held.size} when it was killed.`,
  );
  console.log(
    `Handled: ${handled.size} events. Begun again: ${again.length}, of which it held all but ${unexcused.length}.`,
  );

  assert.equal(receivers[0].child.signalCode, 'SIGKILL', 'one receiver is killed');
  const heldFirst = heldIndices.map((i) => `evt_${i}`).filter((id) => held.has(id) && again.includes(id));
  assert.equal(heldFirst.length, heldIndices.length, 'what it held is handled by another');
  assert.equal(handled.size, count, 'every event is handled');
  assert.deepEqual(unexcused, [], 'no event is begun again but those that the killed receiver held');
  const errors = others.flatMap((logged) => ['error', 'unclaimed', 'unmarked', 'lost'].flatMap(logged));
  assert.deepEqual(errors, [], 'no other receiver meets an error');
}
