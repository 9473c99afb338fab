import type { ClipBatch } from '../../contract/clip.ts';
import { batchReferenceSchema } from '../../contract/for-client.ts';
import { requireValid } from '../call/validation.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { BatchPoller } from './batch-poller.ts';
import type { BatchProgress, BatchReference } from './batch-state.ts';
import type { WaitDeps } from './job-lists.ts';
import { jobRules } from './job-state.ts';
import { pollUntilDone, type WaitOptions, waitUntilDone } from './polling.ts';
import { refusedWait, requireWaitOptions } from './wait-checks.ts';

/** Yields the batch after every poll, until each clip is final. */
export async function* watchBatch(
  deps: WaitDeps,
  batch: BatchReference,
  options: WaitOptions<BatchProgress>,
): AsyncGenerator<BatchProgress, BatchProgress, undefined> {
  return yield* pollUntilDone(openPoller(deps, 'clips.watch', batch, options), options);
}

/** Waits until the clips of a batch are final. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForBatch(
  deps: WaitDeps,
  batch: BatchReference,
  options: WaitOptions<BatchProgress>,
): Promise<BatchProgress> {
  return waitUntilDone(openPoller(deps, 'clips.wait', batch, options), options);
}

function openPoller(
  deps: WaitDeps,
  name: string,
  batch: BatchReference,
  options: WaitOptions<BatchProgress>,
): BatchPoller {
  requireWaitOptions(name, options);
  if (isThenable(batch))
    throw invalidArgument(name, 'batch', 'is a promise: await the call that returns it', refusedWait);
  if (isJob(batch))
    throw invalidArgument(name, 'batch', `is a job: pass it to ${name.replace('clips', 'jobs')}`, refusedWait);
  requireValid(name, batchReferenceSchema(), batch, refusedWait);
  // Cast: of a batch that a caller has stored, the status may be missing, and of its clips all but the identifiers.
  const whole = { status: 'running', ...batch, clips: batch.clips ?? [] } as ClipBatch;
  return new BatchPoller(deps, name, whole, jobRules(name, options));
}

function isJob(value: object): boolean {
  const { job_id, batch_id, clips } = Object(value);
  return typeof job_id === 'string' && batch_id === undefined && clips === undefined;
}

function isThenable(value: object): boolean {
  return typeof Reflect.get(Object(value), 'then') === 'function';
}
