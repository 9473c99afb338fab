import type { MockOptions } from 'clipwright/mock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull, runs } from '../support/amount.ts';
import { type ActName, acts, keys, newWorld, type Observed, observe, type World } from './support/timed-world.ts';

const seconds = fc.oneof(
  fc.nat({ max: 3 }),
  fc.nat({ max: 400 }),
  fc.nat({ max: 5000 }).map((milliseconds) => milliseconds / 1000),
  fc.constant(25 * 3600),
);
// Cast: the compiler types the keys of an object as strings.
const name = fc.constantFrom(...(Object.keys(acts) as ActName[]));
const key = fc.constantFrom(...keys);

/** An act in a workspace, or an advance of the workspace's or the mock's time. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ key, act: fc.record({ name, n: fc.nat({ max: 5 }), seconds }) }) },
  { weight: 2, arbitrary: fc.record({ key, seconds }) },
  { weight: 1, arbitrary: fc.record({ seconds }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test.each(['manual', 'stepped'] as const)(
  'two workspaces of a mock with a %s clock behave like two mocks with one workspace each',
  async (clock) => {
    // With a stepped clock, rate limit windows use real time, so the property does not cover them.
    const options: MockOptions = clock === 'manual' ? { clock, rateLimit: '3/60s' } : { clock };
    const seen = { completed: 0, expired: 0, retried: 0, canceled: 0, forgotten: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), async (steps) => {
        const shared = await newWorld(options);
        const alone = { mine: await newWorld(options), theirs: await newWorld(options) };
        for (const step of steps) {
          await take(step, shared, alone);
          for (const key of keys) {
            const observed = await observe(shared, key);
            expect(observed).toEqual(await observe(alone[key], key));
            count(observed, seen);
          }
        }
      }),
      { numRuns: runs(40) },
    );
    if (!isFull) return;
    // Without each of these cases, the property would hold trivially.
    const expected = clock === 'manual' ? seen : { ...seen, refused: 1 };
    expect(Object.entries(expected).filter(([, times]) => times === 0)).toEqual([]);
  },
);

/** Takes a step in the mock that the workspaces share, and in the mocks with one workspace. */
async function take(step: Step, shared: World, alone: Readonly<Record<(typeof keys)[number], World>>): Promise<void> {
  if (!('key' in step)) {
    for (const { mock } of [shared, alone.mine, alone.theirs]) mock.clock.advance(step.seconds);
  } else if ('act' in step) {
    for (const world of [shared, alone[step.key]]) await acts[step.act.name](world, step.key, step.act);
  } else {
    shared.mock.clock.advance(step.seconds, { apiKey: step.key });
    alone[step.key].mock.clock.advance(step.seconds);
  }
}

type Seen = Record<'completed' | 'expired' | 'retried' | 'canceled' | 'forgotten' | 'refused', number>;

function count({ state: { workspaces }, links, deliveries, requests }: Observed, seen: Seen): void {
  const jobs = workspaces.flatMap((workspace) => workspace.jobs);
  const projects = workspaces.flatMap((workspace) => workspace.projects);
  seen.completed += jobs.filter(({ end }) => end?.status === 'completed').length;
  seen.expired += links.filter((status) => status === 410).length;
  seen.retried += deliveries.filter(({ attempts }) => attempts.length > 1).length;
  seen.canceled += deliveries.filter(({ reason }) => reason?.includes('the state was restored')).length;
  // Only one key is used, so a second project means that the key was forgotten.
  seen.forgotten += projects.filter(({ name }) => name === 'By key').length > 1 ? 1 : 0;
  seen.refused += requests.filter(({ status }) => status === 429).length;
}
