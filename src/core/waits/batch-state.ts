import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import type { JobOutcome } from '../options/options.ts';
import type { BatchProgress, ClipProgress } from '../results/checks.ts';
import { errorText } from '../results/json-text.ts';
import { statusOutcome } from './job-state.ts';

/** The known state of a clip. */
export interface ClipState {
  readonly clip: Clip;
  /** The latest state of the clip's job, if it was found. */
  readonly job: Job | undefined;
  /** How the clip ended; undefined until it is final. */
  readonly outcome: JobOutcome | undefined;
  /** The clip's progress in percent. */
  readonly progress: number;
  /** Whether the wait must continue because this clip is not final yet. */
  readonly isOpen: boolean;
}

/** Adds the states of the clips, in the batch's order, to a batch. Keeps the batch's own counts if they are higher. */
export function withClipStates(batch: ClipBatch, states: readonly ClipState[]): BatchProgress {
  const outcomes = states.map(({ outcome }) => outcome);
  const count = (outcome: JobOutcome) => outcomes.filter((one) => one === outcome).length;
  // The final status is derived from the clips, because no endpoint returns the batch again.
  const isDerived = statusOutcome(batch.status) === undefined && outcomes.length > 0 && !outcomes.includes(undefined);
  return {
    ...batch,
    status: isDerived ? statuses[batchOutcome(outcomes)] : batch.status,
    clips: states.map(withState),
    ...(states.length > 0 && {
      rendered_count: Math.max(toCount(batch.rendered_count), count('succeeded')),
      failed_count: Math.max(toCount(batch.failed_count), count('failed')),
    }),
    progress: batchProgress(batch, states),
  };
}

/** Derives the outcome of a batch from the outcomes of its clips. A clip that needs no wait has no outcome. */
export function batchOutcome(outcomes: readonly (JobOutcome | undefined)[]): JobOutcome {
  if (outcomes.length === 0 || outcomes.includes('succeeded') || outcomes.includes(undefined)) return 'succeeded';
  return outcomes.includes('canceled') ? 'canceled' : 'failed';
}

/** Returns the number of clips that the service announced but the batch does not list yet. */
export function missingClips({ clips, total_clip_count, estimated_clip_count }: ClipBatch): number {
  return Math.max(0, (toCount(total_clip_count) || toCount(estimated_clip_count)) - clips.length);
}

function batchProgress(batch: ClipBatch, states: readonly ClipState[]): number {
  const whole = statusOutcome(batch.status);
  if (whole !== undefined && (whole !== 'succeeded' || !states.some(({ isOpen }) => isOpen))) return 100;
  const sum = states.reduce((total, { outcome, progress }) => total + (outcome === undefined ? progress : 100), 0);
  return Math.floor(sum / Math.max(1, states.length + missingClips(batch)));
}

/** Returns a count sent by the service; 0 if it is not a number. */
function toCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

const statuses = { succeeded: 'completed', failed: 'failed', canceled: 'cancelled' };

/** Adds the state of its job to a clip. */
export function withState({ clip, job, progress }: ClipState): ClipProgress {
  if (job === undefined) return { ...clip, progress };
  const { status, download_url, error } = job;
  return {
    ...clip,
    progress,
    status,
    download_url: download_url ?? clip.download_url ?? null,
    error_message: errorText(error) ?? clip.error_message ?? null,
  };
}
