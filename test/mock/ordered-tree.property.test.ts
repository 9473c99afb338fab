import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenJobs } from '../../mock/jobs/runner.ts';
import { dueAt } from '../../mock/state/job.ts';
import { OrderedTree, type TreeRules } from '../../mock/state/ordered-tree.ts';
import type { JobState } from '../../mock/state/types.ts';
import type { Workspace } from '../../mock/state/workspace.ts';
import { runs } from '../support/amount.ts';

/** Returns the rules of a tree that sorts numbers and adds them up. Each comparison and addition calls `onStep`. */
function rules(onStep = () => {}): TreeRules<number, number> {
  return {
    compare: (a, b) => {
      onStep();
      return a - b;
    },
    zero: 0,
    sumOf: (entry) => entry,
    add: (a, b) => {
      onStep();
      return a + b;
    },
  };
}

const change = fc.record({ kind: fc.constantFrom('add' as const, 'delete' as const), entry: fc.nat({ max: 30 }) });

test('after any changes, a tree returns the same entries as a sorted list', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), fc.nat({ max: 500 }), (changes, limit) => {
      const tree = new OrderedTree(rules());
      const entries = new Set<number>();
      for (const { kind, entry } of changes) {
        if (kind === 'add' && !entries.has(entry)) tree.add(entry);
        if (kind === 'delete') tree.delete(entry);
        entries[kind](entry);
      }
      const list = [...entries].sort((a, b) => a - b);
      const sumBefore = (index: number) => list.slice(0, index).reduce((sum, entry) => sum + entry, 0);
      expect(tree.sum).toBe(sumBefore(list.length));
      expect([...tree.filter(() => true)]).toEqual(list);
      expect([...tree.filter((sum) => sum >= 15)]).toEqual(list.filter((entry) => entry >= 15));
      const placed = list.map((entry, index) => [entry, sumBefore(index)] as const);
      expect([...tree.from((sum) => sum > limit)]).toEqual(placed.filter(([entry, before]) => before + entry > limit));
    }),
    { numRuns: runs(500) },
  );
});

/** Returns the maximum number of steps to add, find or delete an entry in a tree of this size. */
function mostSteps(size: number, entryAt: (index: number) => number): number {
  let steps = 0;
  const tree = new OrderedTree(
    rules(() => {
      steps += 1;
    }),
  );
  for (let index = 0; index < size; index += 1) tree.add(entryAt(index));
  let most = 0;
  const count = (work: () => unknown) => {
    steps = 0;
    work();
    most = Math.max(most, steps);
  };
  for (let index = 0; index < size; index += size / 100) {
    const entry = entryAt(index);
    count(() => tree.delete(entry));
    count(() => tree.add(entry));
    count(() => tree.from((sum) => sum > entry).next());
  }
  return most;
}

test.each([
  ['rising', (index: number) => index],
  ['falling', (index: number) => -index],
  ['scattered', (index: number) => (index * 7919) % 100_000],
  ['from both ends', (index: number) => (index % 2 === 0 ? index : -index)],
])('a tree with 100 times the entries takes at most 4 times the steps, if the added entries are %s', (_, entryAt) => {
  expect(mostSteps(100_000, entryAt)).toBeLessThan(4 * mostSteps(1000, entryAt));
});

/** Returns a job that is due at this time, or never if the time is infinite. */
function jobDueAt(time: number): JobState {
  const hold = { from: 0, until: Number.isFinite(time) ? time : null, review: false };
  // Cast: the due time is only computed from these fields.
  return { createdAt: 0, duration: 0, steps: 1, polls: 0, held: 0, hold } as JobState;
}

test('open jobs are sorted by due time, then by the order in which they were added', () => {
  const time = fc.oneof(fc.nat({ max: 5 }), fc.constant(Number.POSITIVE_INFINITY));
  const updates = fc.array(fc.record({ at: fc.nat({ max: 19 }), time }));
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 20 }), updates, (times, changes) => {
      const open = new OpenJobs();
      // Cast: the test only uses this part of the workspace.
      const workspace = { state: { timeOffset: 0 } } as Workspace;
      const jobs = times.map(jobDueAt);
      for (const job of jobs) open.add({ workspace, job });
      for (const { at, time } of changes) {
        const job = jobs[at % jobs.length] as JobState;
        open.update(Object.assign(job, { hold: jobDueAt(time).hold }));
      }
      const [ended, ...rest] = jobs;
      open.delete(ended as JobState);
      expect(open.nextDue).toBe(Math.min(...rest.map(dueAt)));
      const due = rest.filter((job) => dueAt(job) <= 3).sort((a, b) => dueAt(a) - dueAt(b));
      expect(open.dueBy(3).map(({ job }) => jobs.indexOf(job))).toEqual(due.map((job) => jobs.indexOf(job)));
    }),
  );
});
