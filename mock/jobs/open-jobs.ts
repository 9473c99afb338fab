import { dueAt } from '../state/job.ts';
import { OrderedTree, type TreeRules } from '../state/ordered-tree.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';

export interface OpenJob {
  readonly workspace: Workspace;
  readonly job: JobState;
}

interface Entry extends OpenJob {
  /** The job's due time when it was last sorted, in mock time. Its current due time can differ. */
  readonly dueAt: number;
  /** Numbers the jobs in the order in which they were added. */
  readonly number: number;
}

/** The jobs that have not ended, sorted by due time. */
export class OpenJobs {
  readonly #entries = new Map<JobState, Entry>();
  readonly #byDueTime = new OrderedTree(earliestFirst);
  #count = 0;

  /** When the next job is due, in the mock's time; infinity if there is none. */
  get nextDue(): number {
    return this.#byDueTime.sum;
  }

  /** Returns the jobs that are due, sorted by due time, then by the order in which they were added. */
  dueBy(mockTime: number): OpenJob[] {
    return [...this.#byDueTime.filter((due) => due <= mockTime)];
  }

  add({ workspace, job }: OpenJob): void {
    this.#count += 1;
    this.#put({ workspace, job, dueAt: dueInMockTime({ workspace, job }), number: this.#count });
  }

  /** Sorts a job again after its due time or its workspace's time has changed. */
  update(job: JobState): void {
    const entry = this.#entries.get(job);
    if (entry) this.#put({ ...entry, dueAt: dueInMockTime(entry) });
  }

  delete(job: JobState): void {
    const entry = this.#entries.get(job);
    if (entry) this.#byDueTime.delete(entry);
    this.#entries.delete(job);
  }

  #put(entry: Entry): void {
    this.delete(entry.job);
    this.#entries.set(entry.job, entry);
    this.#byDueTime.add(entry);
  }
}

function dueInMockTime({ workspace, job }: OpenJob): number {
  return dueAt(job) - workspace.state.timeOffset;
}

/** Sorts entries by due time. The tree's sum of several entries is their earliest due time. */
const earliestFirst: TreeRules<Entry, number> = {
  // Don't subtract: infinity minus infinity is NaN.
  compare: (a, b) => (a.dueAt === b.dueAt ? a.number - b.number : a.dueAt < b.dueAt ? -1 : 1),
  zero: Number.POSITIVE_INFINITY,
  sumOf: (entry) => entry.dueAt,
  add: Math.min,
};
