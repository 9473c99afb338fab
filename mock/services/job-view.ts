import type { Job } from '../../src/contract/job.ts';
import { API_PATH, assumptions } from '../assumptions.ts';
import type { DeepRequired } from '../http/response.ts';
import { jobFileUrl } from '../http/urls.ts';
import { isHeld, progressAt } from '../jobs/job.ts';
import type { JobKind, JobState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import type { Context } from './context.ts';

/** A job as the API returns it. */
export function jobView(job: JobState, { now, origin }: Pick<Context, 'now' | 'origin'>) {
  const done = job.end?.status === 'completed';
  const downloadUrl = done ? jobFileUrl(job, origin) : null;
  const progress = job.end?.progress ?? progressAt(job, now);
  return {
    job_id: job.id,
    type: jobTypes[job.kind],
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
  } satisfies DeepRequired<Job>;
}

const jobTypes: Readonly<Record<JobKind, string>> = {
  export: 'export_project',
  clip: 'render_clip',
  sound: 'generate_sound',
};

function openStatus(job: JobState, progress: number, now: number): string {
  if (job.hold?.review && isHeld(job, now)) return 'review';
  return progress === 0 ? 'queued' : 'running';
}

function estimatedCredits(job: JobState): number {
  return (job.duration / 1000) * assumptions.creditsPerSecond.value;
}

function jobPath(job: JobState): string {
  return `/jobs/${job.id}`;
}

function nextActions(job: JobState): { method: string; path: string; reason: string }[] {
  return [
    { method: 'GET', path: jobPath(job), reason: 'Check the progress of the job.' },
    { method: 'POST', path: `${jobPath(job)}/cancel`, reason: 'Cancel the job.' },
  ];
}
