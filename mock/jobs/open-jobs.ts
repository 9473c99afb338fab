import { dueAt } from '../state/job.ts';
import { OrderedTree, type TreeRules } from '../state/ordered-tree.ts';
import type { JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';

export interface OpenJob {
  readonly workspace: Workspace;
  readonly job: JobState;
}

interface Entry extends OpenJob {
  /** In common time, as it was when the entry was added: the tree finds the entry by it after the job has changed. */
  readonly dueAt: number;
  /** In the order in which the jobs were added. */
  readonly number: number;
}

/** The jobs that have not ended, by the time at which they are due. */
export class OpenJobs {
  readonly #entries = new Map<JobState, Entry>();
  readonly #byDueTime = new OrderedTree(earliestFirst);
  #count = 0;

  /** When the next job is due, in common time; infinity if none is. */
  get nextDue(): number {
    return this.#byDueTime.sum;
  }

  /** In the order in which they are due, and of those due at one time, in which they were added. */
  dueBy(commonTime: number): OpenJob[] {
    return [...this.#byDueTime.filter((due) => due <= commonTime)];
  }

  add({ workspace, job }: OpenJob): void {
    this.#count += 1;
    this.#put({ workspace, job, dueAt: commonDueAt({ workspace, job }), number: this.#count });
  }

  /** After a change of the time at which the job is due, or of its workspace's time. */
  update(job: JobState): void {
    const entry = this.#entries.get(job);
    if (entry) this.#put({ ...entry, dueAt: commonDueAt(entry) });
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

/** In common time. */
function commonDueAt({ workspace, job }: OpenJob): number {
  return dueAt(job) - workspace.state.timeOffset;
}

/** Of several jobs, the earliest due time. */
const earliestFirst: TreeRules<Entry, number> = {
  // Without a difference: that of two infinite times is not a number.
  compare: (a, b) => (a.dueAt === b.dueAt ? a.number - b.number : a.dueAt < b.dueAt ? -1 : 1),
  zero: Number.POSITIVE_INFINITY,
  sumOf: (entry) => entry.dueAt,
  add: Math.min,
};
