import type { EventData, KnownEventType } from '../../src/contract/event.ts';
import type { Emit } from '../deliveries/deliveries.ts';
import { downloadExpiry, jobFileUrl } from '../http/urls.ts';
import type { Cause } from '../records/request-record.ts';
import { dueAt, holdJob, isHeld, manualEnd, scheduledEnd } from '../state/job.ts';
import { OrderedTree, type TreeRules } from '../state/ordered-tree.ts';
import type { JobEnd, JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import { type Alarm, isoTime } from '../time/clock.ts';
import type { Times } from '../time/times.ts';

export interface RunnerDeps {
  readonly times: Times;
  readonly emit: Emit;
  /** The origin of the URLs in events. */
  readonly origin: () => string;
  /** Called when a job has started, was polled or put on hold, or has ended. */
  readonly onChange: (job: JobState, workspace: Workspace) => void;
}

/** Ends jobs when they are due, and emits their events. */
export class JobRunner {
  readonly #deps: RunnerDeps;
  readonly #alarm: Alarm;
  readonly #open = new OpenJobs();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#alarm = deps.times.clock.alarm(() => this.endDue());
  }

  /** Returns when the next job is due, in the time of the mock or of the given workspace; infinity if there is none. */
  nextDue(workspace?: Workspace): number {
    if (!workspace) return this.#open.nextDue;
    const open = [...workspace.state.jobs.values()].filter((job) => !job.end);
    return open.reduce((next, job) => Math.min(next, dueAt(job)), Number.POSITIVE_INFINITY);
  }

  /** Tracks new jobs, and reports that they have started. */
  start(workspace: Workspace, jobs: readonly JobState[]): void {
    this.track(workspace, jobs);
    for (const job of jobs) this.#deps.onChange(job, workspace);
  }

  track(workspace: Workspace, jobs: Iterable<JobState>): void {
    for (const job of jobs) if (!job.end) this.#open.add({ workspace, job });
    this.#scheduleNext();
  }

  /** Stops tracking the jobs of these workspaces, so that they no longer end. */
  untrack(workspaces: Iterable<Workspace>): void {
    for (const { state } of workspaces) for (const job of state.jobs.values()) this.#open.delete(job);
    this.#scheduleNext();
  }

  /** Under a stepped clock, advances the job by one step. */
  poll(workspace: Workspace, job: JobState, cause: Cause): void {
    const now = this.#now(workspace);
    if (job.end || this.#deps.times.clock.mode !== 'stepped' || isHeld(job, now)) return;
    job.polls += 1;
    this.#open.update(job);
    // After its last step a job ends even if it is not due, because restoring a snapshot may have set the time back.
    if (job.polls === job.steps || dueAt(job) <= now) this.#finish({ workspace, job }, scheduledEnd(job), cause);
    else {
      this.#scheduleNext();
      this.#deps.onChange(job, workspace);
    }
  }

  /** Updates the due times of a workspace's jobs after the workspace's time was advanced. */
  reschedule({ state }: Workspace): void {
    for (const job of state.jobs.values()) this.#open.update(job);
    this.#scheduleNext();
  }

  endDue(): void {
    const now = this.#deps.times.clock.now();
    if (now < this.#open.nextDue) return;
    for (const open of this.#open.dueBy(now)) this.#finish(open, scheduledEnd(open.job));
    this.#scheduleNext();
  }

  /** Stops a job's progress for this many seconds, or until `endNow`. A job that has already ended does not change. */
  hold(workspace: Workspace, job: JobState, seconds: number | undefined): void {
    if (job.end) return;
    holdJob(job, this.#now(workspace), seconds);
    this.#open.update(job);
    this.#scheduleNext();
    this.#deps.onChange(job, workspace);
  }

  /** Ends a job manually. A job that has already ended does not change. */
  endNow(workspace: Workspace, job: JobState, status: JobEnd['status'], error: string | null): void {
    if (!job.end) this.#finish({ workspace, job }, manualEnd(job, status, this.#now(workspace), error));
  }

  #now({ state }: Workspace): number {
    return this.#deps.times.now(state.apiKey);
  }

  #finish({ workspace, job }: OpenJob, end: JobEnd, cause?: Cause): void {
    job.end = end;
    this.#open.delete(job);
    this.#deps.onChange(job, workspace);
    if (end.status === 'cancelled') return;
    const emit = (type: KnownEventType, data: EventData) => this.#deps.emit(workspace, type, data, end.at, cause);
    const ids = { project_id: job.projectId, ...(job.exportId === null ? {} : { export_id: job.exportId }) };
    const failed = end.status === 'failed';
    const reason = failed ? { error: end.error } : {};
    if (job.exportId !== null) {
      const file = { download_url: jobFileUrl(job, this.#deps.origin()), expires_at: isoTime(downloadExpiry(end.at)) };
      emit(failed ? 'export.failed' : 'export.ready', { ...ids, ...(failed ? reason : file) });
    }
    emit(failed ? 'job.failed' : 'job.complete', { job_id: job.id, ...ids, media_id: job.mediaId, ...reason });
  }

  #scheduleNext(): void {
    this.#alarm.set(this.#open.nextDue);
  }
}

interface OpenJob {
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
    return this.#byDueTime.filter((due) => due <= mockTime);
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
