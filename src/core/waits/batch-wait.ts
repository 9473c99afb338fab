import { array, looseObject, string } from 'zod/mini';
import type { ClipBatch } from '../../contract/clip.ts';
import { findIssues } from '../call/issues.ts';
import { JobCanceledError, JobFailedError } from '../errors/job-errors.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';
import { requireUsable } from '../options/option-checks.ts';
import { BatchFollower, hasFailed } from './batch-follower.ts';
import type { WaitDeps } from './job-lists.ts';
import { isFinalJob } from './job-state.ts';
import { lastOf, pollUntilDone, type WaitOptions, waitOptionChecks } from './polling.ts';

/** What must be there to follow a batch. */
export const batchRequiredSchema = /* @__PURE__ */ looseObject({
  status: string(),
  clips: array(looseObject({ clip_id: string(), project_id: string(), status: string() })),
});

/** The batch after every look, until each clip is final. */
export async function* watchBatch(
  deps: WaitDeps,
  batch: ClipBatch,
  options: WaitOptions<ClipBatch>,
): AsyncGenerator<ClipBatch, ClipBatch, undefined> {
  return yield* pollUntilDone(followerOf(deps, 'clips.watch', batch, options), options);
}

/** A batch whose clips are final. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForBatch(
  deps: WaitDeps,
  batch: ClipBatch,
  options: WaitOptions<ClipBatch>,
): Promise<ClipBatch> {
  const follower = followerOf(deps, 'clips.wait', batch, options);
  const last = await lastOf(pollUntilDone(follower, options));
  const state = { job: null, batch: last };
  if (hasFailed(last)) throw new JobFailedError(`Batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
  const outcomes = follower.outcomes();
  if (outcomes.length === 0 || outcomes.some((outcome) => outcome === 'succeeded' || outcome === undefined))
    return last;
  if (outcomes.includes('canceled')) throw new JobCanceledError(`Batch ${last.batch_id} was cancelled`, state);
  throw new JobFailedError(`Every clip of batch ${last.batch_id} has failed: ${reasonOf(last)}`, state);
}

const unawaited = { path: 'batch', message: 'is a promise; await the call that gives it' };

function followerOf(deps: WaitDeps, name: string, batch: ClipBatch, options: WaitOptions<ClipBatch>): BatchFollower {
  requireUsable(name, options, waitOptionChecks);
  const issues = isThenable(batch) ? [unawaited] : findIssues(batchRequiredSchema, batch);
  if (issues.length > 0) throw new RequestValidationError(name, issues);
  return new BatchFollower(deps, name, batch, options.isFinal ?? isFinalJob);
}

function isThenable(value: object): boolean {
  return typeof Reflect.get(Object(value), 'then') === 'function';
}

function reasonOf({ last_error_message, clips, status }: ClipBatch): string {
  return last_error_message ?? clips.find(({ error_message }) => error_message)?.error_message ?? status;
}
