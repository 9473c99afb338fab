import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { errorText, type JobOutcome, statusOutcome } from './job-state.ts';

/** What is known of a clip. */
export interface ClipState {
  readonly clip: Clip;
  /** The latest state of the clip's job, if it was found. */
  readonly job: Job | undefined;
  /** Undefined while the clip is not final. */
  readonly outcome: JobOutcome | undefined;
}

/** How a clip ended before its jobs are polled. One that is `ready` may still wait for its export. */
export function initialOutcome({ status, download_url, export_id }: Clip): JobOutcome | undefined {
  if (download_url) return 'succeeded';
  const outcome = statusOutcome(status);
  return outcome === 'succeeded' && export_id ? undefined : outcome;
}

/** A batch with the states of its clips. Its own counts may be ahead of those of its clips. */
export function withClipStates(batch: ClipBatch, states: readonly ClipState[]): ClipBatch {
  const count = (outcome: JobOutcome) => states.filter((state) => state.outcome === outcome).length;
  return {
    ...batch,
    status: statusOutcome(batch.status) === undefined ? derivedStatus(batch, states) : batch.status,
    clips: states.map(({ clip, job }) => (job === undefined ? clip : withJobState(clip, job))),
    rendered_count: Math.max(batch.rendered_count ?? 0, count('succeeded')),
    failed_count: Math.max(batch.failed_count ?? 0, count('failed')),
  };
}

/** How many clips the service says will come besides those that the batch lists. */
export function missingClips({ clips, total_clip_count, estimated_clip_count }: ClipBatch): number {
  return Math.max(0, (total_clip_count || estimated_clip_count || 0) - clips.length);
}

/** Why a batch or its clips failed. */
export function failureReason({ last_error_message, clips, status }: ClipBatch): string {
  return (
    errorText(last_error_message) ??
    errorText(clips.find(({ error_message }) => error_message)?.error_message) ??
    status
  );
}

/** By its clips, once all are final, as no endpoint returns the batch again. */
function derivedStatus({ status }: ClipBatch, states: readonly ClipState[]): string {
  const outcomes = states.map(({ outcome }) => outcome);
  if (outcomes.length === 0 || outcomes.includes(undefined)) return status;
  if (outcomes.includes('succeeded')) return 'completed';
  return outcomes.includes('canceled') ? 'cancelled' : 'failed';
}

function withJobState(clip: Clip, { status, download_url, error }: Job): Clip {
  return {
    ...clip,
    status,
    download_url: download_url ?? clip.download_url ?? null,
    error_message: errorText(error) ?? clip.error_message ?? null,
  };
}
