import type { Clip, ClipBatch } from '../../contract/clip.ts';
import { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from '../errors/job-errors.ts';
import { toText } from '../results/json-text.ts';
import { type BatchProgress, failureReason } from './batch-state.ts';
import type { JobOutcome } from './job-state.ts';
import { canceledAdvice, timeoutAdvice, type WaitSettings } from './polling.ts';

/** How a batch ended. */
export interface BatchEnd {
  /** That of the batch as a whole, if its service says so, and not only of its clips. */
  readonly whole: JobOutcome | undefined;
  readonly clips: ReadonlySet<JobOutcome>;
  /** How many polls the wait has made. */
  readonly polls: number;
}

/** The error for a batch that has ended; undefined for a success. */
export function batchOutcomeError(
  batch: ClipBatch,
  { whole, clips, polls }: BatchEnd,
  settings: WaitSettings,
): JobFailedError | JobCanceledError | undefined {
  const isEnded = whole === 'failed' || whole === 'canceled';
  if (!isEnded && (clips.size === 0 || clips.has('succeeded'))) return undefined;
  const shown = shownBatch(batch, settings);
  const reason = settings.redactor.value(failureReason(batch));
  const state = { job: null, batch: shown };
  const id = idOf(shown);
  const advice = canceledAdvice(polls);
  if (whole === 'failed') return new JobFailedError(`Batch${id} failed: ${reason}`, state);
  if (whole === 'canceled') return new JobCanceledError(`Batch${id} was cancelled${advice}`, state);
  if (clips.has('canceled'))
    return new JobCanceledError(`Batch${id} has no successful clip, and at least one was cancelled${advice}`, state);
  return new JobFailedError(`Every clip of batch${id} failed: ${reason}`, state);
}

export function untrackableBatchError(
  batch: ClipBatch,
  reason: string,
  cause: unknown,
  settings: WaitSettings,
): UntrackableBatchError {
  const shown = shownBatch(batch, settings);
  return new UntrackableBatchError(
    `Batch${idOf(shown)} cannot be followed to its end: ${settings.redactor.text(reason)}, ` +
      'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete',
    { job: null, batch: shown },
    cause === undefined ? {} : { cause },
  );
}

/** The error for a timeout. `inReview`: how many clips wait for review. */
export function batchTimeoutError(
  message: string,
  { state, inReview }: { readonly state: BatchProgress; readonly inReview: number },
  options: ErrorOptions,
  settings: WaitSettings,
): WaitTimeoutError {
  const batch = shownBatch(state, settings);
  const waiting = inReview > 0 ? `${inReview} ${inReview === 1 ? 'clip waits' : 'clips wait'}` : undefined;
  const seen = { noun: 'batch', status: batch.status, percent: state.progress, inReview: waiting } as const;
  return new WaitTimeoutError(message + timeoutAdvice(seen), { job: null, batch }, options);
}

/** Why a batch cannot be followed: clips are to come that no poll would show. */
export function describeIncomplete({ clips: { length }, status }: ClipBatch): string {
  return `it lists ${length} ${length === 1 ? 'clip' : 'clips'}, and more are to come (its status is ${toText(status)})`;
}

/** Why a batch cannot be followed: these clips are lost. `error`: why, if that is known. */
export function describeLost(clips: readonly Clip[], error: unknown): string {
  const reason = error instanceof Error ? ` (${error.message})` : '';
  return `no job shows what became of ${clips.map(({ clip_id }) => toText(clip_id)).join(', ')}${reason}`;
}

/** As errors keep it, with what is required first, since a copy is bounded. */
function shownBatch(batch: ClipBatch, settings: WaitSettings): ClipBatch {
  const { batch_id, status, clips, ...rest } = batch;
  const shown: ClipBatch = settings.redactor.value({ batch_id, status, clips, ...rest });
  return { ...shown, clips: shown.clips ?? [] };
}

// Of a batch that can be followed, its identifier may be missing.
function idOf({ batch_id }: ClipBatch): string {
  return batch_id ? ` ${toText(batch_id)}` : '';
}
