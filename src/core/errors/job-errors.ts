import type { ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { ClipwrightError } from './clipwright-error.ts';

/** The last state that a wait received of its job or batch. */
export type LastState = Pick<WaitError, 'job' | 'batch'>;

abstract class WaitError extends ClipwrightError {
  /** The job's last state, without API keys. Null for a wait on a batch, or if a wait on a URL received no state. */
  readonly job: Job | null;
  /** The batch's last state, without API keys; null for a wait on a job. */
  readonly batch: ClipBatch | null;

  constructor(message: string, { job, batch }: LastState, options?: ErrorOptions) {
    super(message, options);
    this.job = job;
    this.batch = batch;
  }
}

/** Thrown by a wait when the job failed, the batch failed, or every clip of the batch failed. */
export class JobFailedError extends WaitError {
  override readonly name = 'JobFailedError' as const;
}

/** Thrown by a wait when the job was canceled, or no clip of the batch succeeded and at least one was canceled. */
export class JobCanceledError extends WaitError {
  override readonly name = 'JobCanceledError' as const;
}

/**
 * Thrown by a wait on a batch that cannot be followed to its end, because a clip has no known job, or because the
 * service announced more clips than the batch lists and has no endpoint that returns the batch again. The work
 * continues. Webhooks report how it ends, and the option `jobOf` tells the wait which job makes a clip without an
 * `export_id`. If a job list could not be read, its error is the `cause`.
 */
export class UntrackableBatchError extends WaitError {
  override readonly name = 'UntrackableBatchError' as const;
}

/**
 * Thrown by a wait when its `timeout` has passed, or no poll has succeeded for its `outageTimeout`. The work continues:
 * wait again, or cancel the work. The message contains the last status and progress. If the last poll failed, its error
 * is the `cause`.
 */
export class WaitTimeoutError extends WaitError {
  override readonly name = 'WaitTimeoutError' as const;
}
