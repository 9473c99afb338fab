import type { Job } from '../src/contract/job.ts';
import { assumptions } from './assumptions.ts';
import type { Complete } from './complete.ts';
import { type Context, isoTime } from './context.ts';
import type { JobOutcome } from './job-outcomes.ts';
import { mediaUrls } from './media/urls.ts';
import type { JobEnd, JobHold, JobKind, JobState } from './state.ts';

/** What a job is made of. */
export interface NewJob {
  readonly kind: JobKind;
  readonly projectId: string;
  readonly mediaId: string;
  readonly exportId?: string;
  readonly fileSeconds: number;
}

const secondsOf: Readonly<Record<JobKind, number>> = {
  export: assumptions.exportSeconds.value,
  clip: assumptions.clipSeconds.value,
  sound: assumptions.soundSeconds.value,
};

const typeOf: Readonly<Record<JobKind, string>> = {
  export: 'export_project',
  clip: 'render_clip',
  sound: 'generate_sound',
};

export function startJob(fresh: NewJob, { workspace, now, begin, nextOutcome }: Context): JobState {
  const outcome = nextOutcome();
  const job: JobState = {
    id: workspace.newId(),
    kind: fresh.kind,
    projectId: fresh.projectId,
    exportId: fresh.exportId ?? null,
    mediaId: fresh.mediaId,
    createdAt: now,
    duration: secondsOf[fresh.kind] * 1000,
    looks: 0,
    fileSeconds: fresh.fileSeconds,
    failure: outcome.status === 'failed' ? (outcome.error ?? 'The job was told to fail.') : null,
    held: 0,
    hold: holdOf(outcome, now),
    end: null,
  };
  workspace.addJob(job);
  begin(job);
  return job;
}

/** When the job ends if nobody interferes, never if it is held for good; looks at it bring that forward. */
export function dueAt(job: JobState): number {
  return job.createdAt + job.duration + heldUntil(job, Number.POSITIVE_INFINITY) - stepsTaken(job);
}

/** How the job ends by itself. Its time does not depend on how often one looked. */
export function naturalEnd(job: JobState): JobEnd {
  const at = job.createdAt + job.duration + heldUntil(job, Number.POSITIVE_INFINITY);
  if (job.failure !== null) return { status: 'failed', at, progress: 99, error: job.failure };
  return { status: 'completed', at, progress: 100, error: null };
}

/** Keeps the job from getting further, in place of a hold that it had. */
export function holdJob(job: JobState, now: number, seconds: number | undefined): void {
  job.held = heldUntil(job, now);
  job.hold = { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: false };
}

export function isHeld({ hold }: JobState, now: number): boolean {
  return hold !== null && (hold.until === null || now < hold.until);
}

/** How the job ends because somebody says so at `now`. */
export function forcedEnd(job: JobState, status: JobEnd['status'], now: number, error: string | null): JobEnd {
  const progress = status === 'completed' ? 100 : progressAt(job, now);
  return { status, at: Math.max(now, job.createdAt), progress, error };
}

export function jobView(job: JobState, { now, origin }: Pick<Context, 'now' | 'origin'>) {
  const done = job.end?.status === 'completed';
  const downloadUrl = done ? jobFileUrl(job, origin) : null;
  const progress = job.end?.progress ?? progressAt(job, now);
  return {
    job_id: job.id,
    type: typeOf[job.kind],
    kind: job.kind,
    status: job.end?.status ?? openStatus(job, progress, now),
    progress,
    status_url: `${origin}${API_PATH}${jobPath(job)}`,
    cancel_url: `${origin}${API_PATH}${jobPath(job)}/cancel`,
    project_id: job.projectId,
    export_id: job.exportId,
    media_id: job.mediaId,
    download_url: downloadUrl,
    estimated_credits: estimatedCredits(job),
    created_at: isoTime(job.createdAt),
    completed_at: job.end ? isoTime(job.end.at) : null,
    error: job.end?.error ?? null,
    next_actions: job.end ? [] : nextActions(job),
    result: done ? { media_id: job.mediaId, download_url: downloadUrl, duration_seconds: job.fileSeconds } : null,
  } satisfies Complete<Job>;
}

function holdOf({ status, seconds }: JobOutcome, now: number): JobHold | null {
  if (status !== 'held' && status !== 'review') return null;
  return { from: now, until: seconds === undefined ? null : now + seconds * 1000, review: status === 'review' };
}

function openStatus(job: JobState, progress: number, now: number): string {
  if (job.hold?.review && isHeld(job, now)) return 'review';
  return progress === 0 ? 'queued' : 'running';
}

function estimatedCredits(job: JobState): number {
  return (job.duration / 1000) * assumptions.creditsPerSecond.value;
}

export function jobFileUrl(job: JobState, origin: string): string {
  if (job.kind === 'sound') return mediaUrls.sound(origin, job.id);
  return job.exportId === null ? mediaUrls.clip(origin, job.id) : mediaUrls.export(origin, job.exportId);
}

/** Until when the link to a file that was ready at `readyAt` is good. */
export function downloadExpiry(readyAt: number): number {
  return readyAt + assumptions.downloadHours.value * 3_600_000;
}

/** The path of the base URL. */
export const API_PATH = new URL(assumptions.baseUrl.value).pathname;

function jobPath(job: JobState): string {
  return `/jobs/${job.id}`;
}

function nextActions(job: JobState): { method: string; path: string; reason: string }[] {
  return [
    { method: 'GET', path: jobPath(job), reason: 'Ask how far the job is.' },
    { method: 'POST', path: `${jobPath(job)}/cancel`, reason: 'Stop the job.' },
  ];
}

function progressAt(job: JobState, now: number): number {
  const elapsed = Math.max(0, now - job.createdAt - heldUntil(job, now)) + stepsTaken(job);
  return Math.min(99, Math.floor((100 * elapsed) / job.duration));
}

/** For how many milliseconds the job was held up to `time`. */
function heldUntil({ held, hold }: JobState, time: number): number {
  if (!hold) return held;
  return held + Math.max(0, Math.min(time, hold.until ?? Number.POSITIVE_INFINITY) - hold.from);
}

function stepsTaken(job: JobState): number {
  return (job.looks * job.duration) / assumptions.clockSteps.value;
}
