import type { ClipBatch } from '../contract/clip.ts';
import type { Api } from './api.ts';
import { BatchFollower, hasFailed } from './batch-follower.ts';
import { JobCanceledError, JobFailedError } from './errors/job-errors.ts';
import { isFinalJob } from './job-state.ts';
import { lastOf, poll, type WaitOptions } from './polling.ts';

/** The batch after every look, until each clip is final. */
export async function* watchBatch(
  api: Api,
  batch: ClipBatch,
  options: WaitOptions<ClipBatch>,
): AsyncGenerator<ClipBatch, ClipBatch, undefined> {
  return yield* poll(new BatchFollower(api, 'clips.watch', batch, options.isFinal ?? isFinalJob), options);
}

/** A batch whose clips are final. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForBatch(api: Api, batch: ClipBatch, options: WaitOptions<ClipBatch>): Promise<ClipBatch> {
  const follower = new BatchFollower(api, 'clips.wait', batch, options.isFinal ?? isFinalJob);
  const last = await lastOf(poll(follower, options));
  const state = { job: null, batch: last };
  if (hasFailed(last)) throw new JobFailedError(`Batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
  const outcomes = follower.outcomes();
  if (outcomes.length === 0 || outcomes.some((outcome) => outcome === 'succeeded' || outcome === undefined))
    return last;
  if (outcomes.includes('canceled')) throw new JobCanceledError(`Batch ${last.batch_id} was cancelled`, state);
  throw new JobFailedError(`Every clip of batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
}

function reasonOf({ last_error_message, clips, status }: ClipBatch): string {
  return last_error_message ?? clips.find(({ error_message }) => error_message)?.error_message ?? status;
}
