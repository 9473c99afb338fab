import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from '../errors/job-errors.ts';
import { toText } from '../results/json-text.ts';
import { type BatchProgress, failureReason, percentOf } from './batch-state.ts';
import { errorText, isInReview, type JobOutcome } from './job-state.ts';
import type { TimeLimit, WaitSettings } from './polling.ts';

type OutcomeError = JobFailedError | JobCanceledError;

/** The error for a job that has ended, after so many polls of the wait; undefined for a success. */
export function jobOutcomeError(
  job: Job,
  outcome: JobOutcome,
  polls: number,
  { redactor }: WaitSettings,
): OutcomeError | undefined {
  if (outcome === 'succeeded') return undefined;
  const shown = redactor.value(job);
  const state = { job: shown, batch: null };
  if (outcome === 'canceled')
    return new JobCanceledError(`Job ${shown.job_id} was cancelled${canceledAdvice(polls)}`, state);
  // Not from the copy, which names what is nested deep in place of it.
  const reason = redactor.value(errorText(job.error) ?? job.status);
  return new JobFailedError(`Job ${shown.job_id} failed: ${reason}`, state);
}

/**
 * The error for a batch that has ended; undefined for a success. `whole`: how it ended as a whole, if its service says so;
 * `clips`: how its clips ended, of which undefined stands for one that rests.
 */
export function batchOutcomeError(
  batch: ClipBatch,
  whole: JobOutcome | undefined,
  clips: ReadonlySet<JobOutcome | undefined>,
  polls: number,
  settings: WaitSettings,
): OutcomeError | undefined {
  const isEnded = whole === 'failed' || whole === 'canceled';
  if (!isEnded && (clips.size === 0 || clips.has('succeeded') || clips.has(undefined))) return undefined;
  const shown = settings.redactor.value(batch);
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
  const shown = settings.redactor.value(batch);
  return new UntrackableBatchError(
    `Batch${idOf(shown)} cannot be followed to its end: ${settings.redactor.text(reason)}, ` +
      'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete',
    { job: null, batch: shown },
    cause === undefined ? {} : { cause },
  );
}

/** Why a batch cannot be followed: clips are to come that no poll would show. */
export function describeIncomplete({ clips: { length }, status }: ClipBatch): string {
  return `it lists ${length} ${length === 1 ? 'clip' : 'clips'}, and more are to come (its status is ${toText(status)})`;
}

/** Why a batch cannot be followed: nothing says which jobs make these clips. `error`: why, if that is known. */
export function describeUnknown(clips: readonly Clip[], error: unknown): string {
  const ids = clips.map(({ clip_id }) => toText(clip_id)).join(', ');
  const reason = error instanceof Error ? ` (${error.message})` : '';
  const isAsked = clips.some(({ export_id }) => !export_id);
  const advice = isAsked ? ' (for a clip without an export_id, the option jobOf says which job makes it)' : '';
  return `no job shows what became of ${ids}${reason}${advice}`;
}

export function jobTimeoutError(
  message: string,
  limit: TimeLimit,
  last: Job | null,
  options: ErrorOptions,
  { redactor }: WaitSettings,
): WaitTimeoutError {
  const job = redactor.value(last);
  const seen = describeLast(job?.status, typeof job?.progress === 'number' ? percentOf(job) : undefined);
  const advice = describeAdvice(limit, isInReview(job?.status) ? 'The job waits' : undefined);
  return new WaitTimeoutError(`${message}; ${seen}. ${advice} again with the same job`, { job, batch: null }, options);
}

/** `inReview`: how many clips wait for review. */
export function batchTimeoutError(
  message: string,
  limit: TimeLimit,
  { state, inReview }: { readonly state: BatchProgress; readonly inReview: number },
  options: ErrorOptions,
  settings: WaitSettings,
): WaitTimeoutError {
  const batch = settings.redactor.value(state);
  const waiting = inReview > 0 ? `${inReview} ${inReview === 1 ? 'clip waits' : 'clips wait'}` : undefined;
  const text = `${message}; ${describeLast(batch.status, state.progress)}. ${describeAdvice(limit, waiting)}`;
  return new WaitTimeoutError(`${text} again with the same batch`, { job: null, batch }, options);
}

function describeLast(status: unknown, percent: number | undefined): string {
  const progress = percent === undefined ? '' : `, ${Math.floor(percent)} %`;
  return typeof status === 'string' ? `last seen: ${status.slice(0, 100)}${progress}` : 'no state was received';
}

function describeAdvice(limit: TimeLimit, inReview: string | undefined): string {
  if (inReview === undefined) return `The work continues: raise ${limit}, or wait`;
  return `${inReview} for review. Once that is done, wait`;
}

/** What to do about work that was cancelled, as a message ends. */
function canceledAdvice(polls: number): string {
  if (polls > 1) return '';
  return '. It was cancelled before the first poll of this wait: to start anew, call again, with another Idempotency-Key if it has one';
}

// A batch can be followed without its identifier.
function idOf({ batch_id }: ClipBatch): string {
  return batch_id ? ` ${toText(batch_id)}` : '';
}
