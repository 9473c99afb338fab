import { assumptions } from '../assumptions.ts';
import type { JobEnd, JobState } from './types.ts';

/** When the job is due; infinity while it is held indefinitely. Under a stepped clock, polls make it due earlier. */
export function dueAt(job: JobState): number {
  return job.createdAt + job.duration + heldMilliseconds(job, Number.POSITIVE_INFINITY) - polledMilliseconds(job);
}

/** How the job ends once it is due. The end has the time at which the job would have been due without polls. */
export function scheduledEnd(job: JobState): JobEnd {
  const at = job.createdAt + job.duration + heldMilliseconds(job, Number.POSITIVE_INFINITY);
  if (job.failure !== null) return { status: 'failed', at, progress: 99, error: job.failure };
  return { status: 'completed', at, progress: 100, error: null };
}

/** Puts the job on hold from now on. Replaces an earlier hold. */
export function holdJob(job: JobState, now: number, seconds: number | undefined): void {
  job.held = heldMilliseconds(job, now);
  job.hold = { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: false };
}

export function isHeld({ hold }: JobState, now: number): boolean {
  return hold !== null && (hold.until === null || now < hold.until);
}

export function manualEnd(job: JobState, status: JobEnd['status'], now: number, error: string | null): JobEnd {
  const progress = status === 'completed' ? 100 : progressAt(job, now);
  return { status, at: Math.max(now, job.createdAt), progress, error };
}

/** The progress in percent, at most 99: only a completed job has 100. */
export function progressAt(job: JobState, now: number): number {
  const elapsed = Math.max(0, now - job.createdAt - heldMilliseconds(job, now)) + polledMilliseconds(job);
  return Math.min(99, Math.floor((100 * elapsed) / job.duration));
}

/** How long the job was on hold before `time`. */
function heldMilliseconds({ held, hold }: JobState, time: number): number {
  if (!hold) return held;
  return held + Math.max(0, Math.min(time, hold.until ?? Number.POSITIVE_INFINITY) - hold.from);
}

/** How far polls under a stepped clock have advanced the job. */
function polledMilliseconds(job: JobState): number {
  return (job.polls * job.duration) / assumptions.clockSteps.value;
}
