import { array, looseObject, string } from 'zod/mini';
import type { ClipBatch } from '../contract/clip.ts';
import type { Api } from './api.ts';
import { BatchFollower, hasFailed } from './batch-follower.ts';
import { JobCanceledError, JobFailedError } from './errors/job-errors.ts';
import { RequestValidationError } from './errors/validation-errors.ts';
import { findIssues } from './issues.ts';
import { isFinalJob } from './job-state.ts';
import { requireUsable } from './option-checks.ts';
import { lastOf, poll, type WaitOptions, waitOptionChecks } from './polling.ts';

/** What must be there to follow a batch. */
export const batchEssence = /* @__PURE__ */ looseObject({
  status: string(),
  clips: array(looseObject({ clip_id: string(), project_id: string(), status: string() })),
});

/** The batch after every look, until each clip is final. */
export async function* watchBatch(
  api: Api,
  batch: ClipBatch,
  options: WaitOptions<ClipBatch>,
): AsyncGenerator<ClipBatch, ClipBatch, undefined> {
  return yield* poll(followerOf(api, 'clips.watch', batch, options), options);
}

/** A batch whose clips are final. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForBatch(api: Api, batch: ClipBatch, options: WaitOptions<ClipBatch>): Promise<ClipBatch> {
  const follower = followerOf(api, 'clips.wait', batch, options);
  const last = await lastOf(poll(follower, options));
  const state = { job: null, batch: last };
  if (hasFailed(last)) throw new JobFailedError(`Batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
  const outcomes = follower.outcomes();
  if (outcomes.length === 0 || outcomes.some((outcome) => outcome === 'succeeded' || outcome === undefined))
    return last;
  if (outcomes.includes('canceled')) throw new JobCanceledError(`Batch ${last.batch_id} was cancelled`, state);
  throw new JobFailedError(`Every clip of batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
}

const unawaited = { path: 'batch', message: 'is a promise; await the call that gives it' };

function followerOf(api: Api, name: string, batch: ClipBatch, options: WaitOptions<ClipBatch>): BatchFollower {
  requireUsable(name, options, waitOptionChecks);
  const issues = isThenable(batch) ? [unawaited] : findIssues(batchEssence, batch);
  if (issues.length > 0) throw new RequestValidationError(name, issues);
  return new BatchFollower(api, name, batch, options.isFinal ?? isFinalJob);
}

function isThenable(value: object): boolean {
  return typeof Reflect.get(Object(value), 'then') === 'function';
}

function reasonOf({ last_error_message, clips, status }: ClipBatch): string {
  return last_error_message ?? clips.find(({ error_message }) => error_message)?.error_message ?? status;
}
