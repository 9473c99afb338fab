// Four receivers behind one Redis, 10,000 events, 30 % of them delivered two to five times at about the same time, and one
// receiver that is killed meanwhile: every event must be handled, and no event twice but those that the killed receiver held.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasRedis, type RedisServer, startRedis } from '../webhooks/support/redis-server.ts';
import { Sender } from './sender.ts';

const count = 10_000;
/** Ten events that are delivered once, and held by the first receiver until it is killed. */
const heldIndices = Array.from({ length: 10 }, (_, i) => 4005 + 10 * i);
const clients = ['ioredis', 'redis', 'ioredis', 'redis'];
const secret = 'whsec_fleet';
/** Longer than a busy machine delays a timer, and short enough to wait for. */
const leaseSeconds = 5;

interface Receiver {
  readonly child: ChildProcess;
  readonly port: number;
  readonly notesFile: string;
}

if (hasRedis) await withFleet(run);

async function withFleet(use: (receivers: readonly Receiver[]) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-fleet-'));
  const redis = await startRedis();
  const receivers: Receiver[] = [];
  try {
    for (const client of clients)
      receivers.push(await startReceiver(redis, client, join(folder, `${receivers.length}`)));
    await use(receivers);
  } finally {
    for (const { child } of receivers) child.kill('SIGKILL');
    await redis.stop();
    rmSync(folder, { recursive: true });
  }
}

async function startReceiver(redis: RedisServer, client: string, notesFile: string): Promise<Receiver> {
  const program = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = fork(program, [`${redis.port}`, client, secret, `${leaseSeconds}`, notesFile]);
  const [{ port }] = await once(child, 'message');
  return { child, port, notesFile };
}

async function run(receivers: readonly Receiver[]): Promise<void> {
  const [victim] = receivers as [Receiver];
  killWhenHoldingAll(victim);
  const ports = receivers.map(({ port }) => port);
  const sender = new Sender(ports, secret);
  const start = performance.now();
  const deliveries = shuffledDeliveries().map((i) =>
    sender.deliver(eventOf(i, victim), heldIndices.includes(i) ? victim.port : undefined),
  );
  await Promise.all(deliveries);
  sender.close();
  console.log(
    `${count} events in ${deliveries.length} deliveries, ${((performance.now() - start) / 1000).toFixed(1)} s.`,
  );
  console.log('Responses, where none is a failed connection:', sender.responses);
  check(receivers);
}

function killWhenHoldingAll({ child }: Receiver): void {
  let holding = 0;
  child.on('message', () => {
    if (++holding === heldIndices.length) child.kill('SIGKILL');
  });
}

/** Indices of events, one per delivery: three in ten are delivered two to five times, close together and nearly in order. */
function shuffledDeliveries(): number[] {
  const copies = (i: number) => (i % 10 < 3 ? 2 + Math.floor(Math.random() * 4) : 1);
  return Array.from({ length: count }, (_, i) => Array.from({ length: copies(i) }, () => [i, i + Math.random() * 30]))
    .flat()
    .sort(([, a = 0], [, b = 0]) => a - b)
    .map(([i = 0]) => i);
}

function eventOf(i: number, victim: Receiver): object {
  const data = heldIndices.includes(i) ? { holdUntilKilled: victim.child.pid } : { job_id: `job_${i}` };
  return { id: `evt_${i}`, type: 'job.complete', created_at: '2026-01-02T03:04:05Z', data };
}

function check(receivers: readonly Receiver[]): void {
  const [victim, ...others] = receivers.map(({ notesFile }) => readNotes(notesFile)) as [Notes, ...Notes[]];
  const all = (what: string) => [victim, ...others].flatMap((noted) => noted(what));
  const marked = new Set(victim('marked'));
  const held = new Set(victim('begin').filter((id) => !marked.has(id)));
  const handled = new Set(all('end'));
  const begunAgain = repeated(all('begin'));
  const unexcused = begunAgain.filter((id) => !held.has(id));

  console.log(`Duplicates: ${all('done').length} already handled, ${all('busy').length} being handled.`);
  console.log(
    `The killed receiver had begun ${victim('begin').length} events, and held ${held.size} when it was killed.`,
  );
  console.log(
    `Handled: ${handled.size} events. Begun again: ${begunAgain.length}, of which the killed receiver did not hold ${unexcused.length}.`,
  );

  assert.equal(receivers[0]?.child.signalCode, 'SIGKILL', 'one receiver is killed');
  const heldFirst = heldIndices.map((i) => `evt_${i}`).filter((id) => held.has(id) && begunAgain.includes(id));
  assert.equal(heldFirst.length, heldIndices.length, 'the events that it held are handled by another');
  assert.equal(handled.size, count, 'every event is handled');
  assert.deepEqual(unexcused, [], 'no event is begun again but those that the killed receiver held');
  const errors = others.flatMap((noted) => noted('error'));
  assert.deepEqual(errors, [], 'no other receiver has an error');
}

/** The events that a receiver has noted something about, one for each note. */
type Notes = (what: string) => string[];

function readNotes(file: string): Notes {
  const notes = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return (what) => notes.filter(([first]) => first === what).map(([, ...rest]) => rest.join(' '));
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
