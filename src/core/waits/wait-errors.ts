import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import {
  JobCanceledError,
  JobFailedError,
  type LastState,
  UntrackableBatchError,
  WaitTimeoutError,
} from '../errors/job-errors.ts';
import type { JobOutcome } from '../options/options.ts';
import type { WaitSettings } from '../options/settings.ts';
import { type BatchProgress, percentOf } from '../results/checks.ts';
import { errorText, toText } from '../results/json-text.ts';

/** Creates the error for a job with this outcome; undefined for a success. */
export function jobEndError(job: Job, outcome: JobOutcome, settings: WaitSettings): Error | undefined {
  const name = `Job ${toText(job.job_id)}`;
  const reason = errorText(job.error) ?? job.status;
  return endError(outcome, `${name} failed: ${reason}`, `${name} was canceled`, { job, batch: null }, settings);
}

/** Creates the error for a batch, unless it succeeded. `isWhole`: whether the batch's own status gave the outcome. */
export function batchEndError(
  batch: BatchProgress,
  outcome: JobOutcome,
  isWhole: boolean,
  settings: WaitSettings,
): Error | undefined {
  const { last_error_message, clips, status, failed_count } = batch;
  const ofClip = clips.find(({ error_message }) => error_message)?.error_message;
  const reason = errorText(last_error_message) ?? errorText(ofClip) ?? status;
  const id = idOf(batch);
  const which = isWhole ? 'Batch' : `${failed_count} of ${clips.length} clips of batch`;
  const failed = `${which}${id} failed: ${reason}`;
  const canceled = `Batch${id} ${isWhole ? 'was canceled' : 'has no successful clip, and at least one was canceled'}`;
  return endError(outcome, failed, canceled, { job: null, batch }, settings);
}

/** Creates the error for an untrackable batch. `lost`: the clips without a known job; undefined if not all are listed. */
export function untrackableError(
  batch: BatchProgress,
  lost: readonly Clip[] | undefined,
  cause: unknown,
  { redactor }: WaitSettings,
): Error {
  const { length } = batch.clips;
  const listed = `it lists ${length} ${length === 1 ? 'clip' : 'clips'}, and more will follow`;
  const reason = lost === undefined ? `${listed} (its status is ${toText(batch.status)})` : describeLost(lost, cause);
  const message =
    `Batch${idOf(batch)} cannot be followed to its end: ${reason}, ` +
    'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete';
  const last = { job: null, batch: redactor.value(batch) };
  return new UntrackableBatchError(redactor.value(message), last, cause === undefined ? {} : { cause });
}

export function waitTimeoutError(
  message: string,
  limit: 'timeout' | 'outageTimeout',
  { job, batch }: LastState,
  options: ErrorOptions,
  { redactor }: WaitSettings,
): Error {
  const last = { job: redactor.value(job), batch: redactor.value(batch) };
  const { status, progress } = Object(last.job ?? last.batch);
  const percent = typeof progress === 'number' ? `, ${Math.floor(percentOf({ progress }))} %` : '';
  const seen = typeof status === 'string' ? `last seen: ${status.slice(0, 100)}${percent}` : 'no state was received';
  const advice = `The work continues: raise ${limit}, or wait again with the same ${batch ? 'batch' : 'job'}`;
  return new WaitTimeoutError(`${message}; ${seen}. ${advice}`, last, options);
}

function endError(
  outcome: JobOutcome,
  failed: string,
  canceled: string,
  { job, batch }: LastState,
  { redactor }: WaitSettings,
): Error | undefined {
  if (outcome === 'succeeded') return undefined;
  const last = { job: redactor.value(job), batch: redactor.value(batch) };
  if (outcome === 'failed') return new JobFailedError(redactor.value(failed), last);
  const advice = 'To start again, repeat the call, with another Idempotency-Key if it takes one';
  return new JobCanceledError(redactor.value(`${canceled}. ${advice}`), last);
}

function describeLost(clips: readonly Clip[], error: unknown): string {
  const ids = clips.map(({ clip_id }) => toText(clip_id)).join(', ');
  const reason = error instanceof Error ? ` (${error.message})` : '';
  const isWithoutExport = clips.some(({ export_id }) => !export_id);
  const advice = isWithoutExport ? ' (for a clip without an export_id, the option jobOf says which job makes it)' : '';
  return `no job shows what became of ${ids}${reason}${advice}`;
}

// A batch can be followed without its id.
function idOf({ batch_id }: BatchProgress): string {
  return batch_id ? ` ${toText(batch_id)}` : '';
}
