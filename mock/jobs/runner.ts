import { downloadExpiry, jobFileUrl } from '../api/urls.ts';
import type { Emit } from '../deliveries/emit.ts';
import type { Store } from '../state/store.ts';
import type { JobEnd, JobState } from '../state/types.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Alarm, Clock } from '../time/clock.ts';
import { isoTime } from '../time/clock.ts';
import { dueAt, holdJob, isHeld, manualEnd, scheduledEnd } from './job.ts';

interface ActiveJob {
  readonly workspace: Workspace;
  readonly job: JobState;
}

/** Ends jobs when they are due, and emits their events. */
export class JobRunner {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #emit: Emit;
  readonly #origin: () => string;
  readonly #active = new Map<string, ActiveJob>();
  #nextDue = Number.POSITIVE_INFINITY;

  /** @param origin The origin of the URLs in events. */
  constructor(clock: Clock, emit: Emit, origin: () => string) {
    this.#clock = clock;
    this.#alarm = clock.alarm(() => this.endDue());
    this.#emit = emit;
    this.#origin = origin;
  }

  /** Adds the unfinished jobs among these. */
  track(workspace: Workspace, jobs: Iterable<JobState>): void {
    for (const job of jobs) {
      if (job.end) continue;
      this.#active.set(job.id, { workspace, job });
      this.#nextDue = Math.min(this.#nextDue, dueAt(job));
    }
    this.#alarm.set(this.#nextDue);
  }

  /** Replaces all jobs by those of the store. */
  reload(store: Store): void {
    this.#active.clear();
    this.#nextDue = Number.POSITIVE_INFINITY;
    for (const workspace of store.workspaces()) this.track(workspace, workspace.state.jobs.values());
  }

  /** Under a stepped clock, advances the job by one step. */
  poll(workspace: Workspace, job: JobState): void {
    if (job.end || this.#clock.mode !== 'stepped' || isHeld(job, this.#clock.now())) return;
    job.polls += 1;
    this.#nextDue = Math.min(this.#nextDue, dueAt(job));
    if (dueAt(job) <= this.#clock.now()) this.#finish({ workspace, job }, scheduledEnd(job));
  }

  /** Ends all jobs that are due, the earliest first. */
  endDue(): void {
    const now = this.#clock.now();
    if (now < this.#nextDue) return;
    const due = [...this.#active.values()].filter(({ job }) => dueAt(job) <= now);
    for (const active of due.sort((a, b) => dueAt(a.job) - dueAt(b.job))) {
      this.#finish(active, scheduledEnd(active.job));
    }
    this.#scheduleNext();
  }

  /** Stops a job's progress for this many seconds, or until `endNow`. A job that has ended stays as it is. */
  hold(job: JobState, seconds: number | undefined): void {
    if (job.end) return;
    holdJob(job, this.#clock.now(), seconds);
    this.#scheduleNext();
  }

  /** A job that has ended stays as it is. */
  endNow(workspace: Workspace, job: JobState, status: JobEnd['status'], error: string | null): void {
    if (!job.end) this.#finish({ workspace, job }, manualEnd(job, status, this.#clock.now(), error));
  }

  #finish({ workspace, job }: ActiveJob, end: JobEnd): void {
    job.end = end;
    this.#active.delete(job.id);
    if (end.status === 'cancelled') return;
    const ids = { project_id: job.projectId, ...(job.exportId === null ? {} : { export_id: job.exportId }) };
    const failed = end.status === 'failed';
    const reason = failed ? { error: end.error } : {};
    if (job.exportId !== null) {
      const file = { download_url: jobFileUrl(job, this.#origin()), expires_at: isoTime(downloadExpiry(end.at)) };
      this.#emit(workspace, failed ? 'export.failed' : 'export.ready', { ...ids, ...(failed ? reason : file) }, end.at);
    }
    const data = { job_id: job.id, ...ids, media_id: job.mediaId, ...reason };
    this.#emit(workspace, failed ? 'job.failed' : 'job.complete', data, end.at);
  }

  #scheduleNext(): void {
    this.#nextDue = Number.POSITIVE_INFINITY;
    for (const { job } of this.#active.values()) this.#nextDue = Math.min(this.#nextDue, dueAt(job));
    this.#alarm.set(this.#nextDue);
  }
}
