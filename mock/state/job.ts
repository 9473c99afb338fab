import type { JobEnd, JobState } from './types.ts';

/**
 * Returns when the job is due; infinity if it is held without a limit. With a stepped clock, polls make the job due
 * earlier.
 */
export function dueAt(job: JobState): number {
  return scheduledEnd(job).at - polledMilliseconds(job);
}

/** Returns how and when the job ends. Polls do not change the time of the end. */
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

/** Returns the progress in percent, at most 99: only a completed job has 100. */
export function progressAt(job: JobState, now: number): number {
  const elapsed = Math.max(0, now - job.createdAt - heldMilliseconds(job, now)) + polledMilliseconds(job);
  return Math.min(99, Math.floor((100 * elapsed) / job.duration));
}

/** Returns how long the job was on hold before `time`. */
function heldMilliseconds({ held, hold }: JobState, time: number): number {
  if (!hold) return held;
  return held + Math.max(0, Math.min(time, hold.until ?? Number.POSITIVE_INFINITY) - hold.from);
}

/** Returns how far polls under a stepped clock have advanced the job. */
function polledMilliseconds({ polls, duration, steps }: JobState): number {
  return (polls * duration) / steps;
}
