import { assumptions } from '../assumptions.ts';
import type { JobEnd, JobState } from '../state/types.ts';

/** When the job ends if nobody interferes, never if it is held for good; looks at it bring that forward. */
export function dueAt(job: JobState): number {
  return job.createdAt + job.duration + heldMilliseconds(job, Number.POSITIVE_INFINITY) - polledMilliseconds(job);
}

/** How the job ends by itself. Its time does not depend on how often one looked. */
export function scheduledEnd(job: JobState): JobEnd {
  const at = job.createdAt + job.duration + heldMilliseconds(job, Number.POSITIVE_INFINITY);
  if (job.failure !== null) return { status: 'failed', at, progress: 99, error: job.failure };
  return { status: 'completed', at, progress: 100, error: null };
}

/** Keeps the job from getting further, in place of a hold that it had. */
export function holdJob(job: JobState, now: number, seconds: number | undefined): void {
  job.held = heldMilliseconds(job, now);
  job.hold = { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: false };
}

export function isHeld({ hold }: JobState, now: number): boolean {
  return hold !== null && (hold.until === null || now < hold.until);
}

/** How the job ends because somebody says so at `now`. */
export function manualEnd(job: JobState, status: JobEnd['status'], now: number, error: string | null): JobEnd {
  const progress = status === 'completed' ? 100 : progressAt(job, now);
  return { status, at: Math.max(now, job.createdAt), progress, error };
}

/** How far the job is at `now`, in percent; 100 only once it is completed. */
export function progressAt(job: JobState, now: number): number {
  const elapsed = Math.max(0, now - job.createdAt - heldMilliseconds(job, now)) + polledMilliseconds(job);
  return Math.min(99, Math.floor((100 * elapsed) / job.duration));
}

/** For how many milliseconds the job was held up to `time`. */
function heldMilliseconds({ held, hold }: JobState, time: number): number {
  if (!hold) return held;
  return held + Math.max(0, Math.min(time, hold.until ?? Number.POSITIVE_INFINITY) - hold.from);
}

function polledMilliseconds(job: JobState): number {
  return (job.polls * job.duration) / assumptions.clockSteps.value;
}
