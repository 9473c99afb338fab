import type { Job } from '../contract/job.ts';
import type { Api } from './api.ts';
import { JobCanceledError, JobFailedError, WaitTimeoutError } from './errors/job-errors.ts';
import { cancelJob, type JobReference, readJob } from './job-calls.ts';
import { isFinalJob, outcomeOfJob } from './job-state.ts';
import { requireUsable } from './option-checks.ts';
import { lastOf, poll, type Subject, type WaitOptions, waitOptionChecks } from './polling.ts';
import { readRetryAfter } from './retry.ts';

/** Every state of a job until it is final. */
export async function* watchJob(
  api: Api,
  job: JobReference,
  options: WaitOptions<Job>,
): AsyncGenerator<Job, Job, undefined> {
  return yield* poll(subjectOf(api, 'jobs.watch', job, options), options);
}

/** A job's last state. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForJob(api: Api, job: JobReference, options: WaitOptions<Job>): Promise<Job> {
  const last = await lastOf(poll(subjectOf(api, 'jobs.wait', job, options), options));
  const outcome = outcomeOfJob(last);
  const state = { job: last, batch: null };
  if (outcome === 'failed')
    throw new JobFailedError(`Job ${last.job_id} has failed: ${last.error ?? last.status}`, state);
  if (outcome === 'canceled') throw new JobCanceledError(`Job ${last.job_id} was cancelled`, state);
  return last;
}

function subjectOf(api: Api, name: string, job: JobReference, options: WaitOptions<Job>): Subject<Job> {
  requireUsable(name, options, waitOptionChecks);
  // What is no job at all is refused by the first look.
  const known = typeof job === 'object' && job !== null ? job : undefined;
  return {
    name,
    first: known !== undefined && isWhole(known) ? known : undefined,
    isDone: options.isFinal ?? isFinalJob,
    async look(signal) {
      // Always the first state's URL: later ones may leave it out.
      const { data, response } = await readJob(api, job, { signal }).withResponse();
      return { state: data, retryAfterSeconds: readRetryAfter(response.headers) };
    },
    cancel: async (last) => cancelJob(api, last?.cancel_url ? last : job, {}),
    timeoutError: (message, last) => new WaitTimeoutError(message, { job: last ?? known ?? null, batch: null }),
  };
}

// The answer that starts a job may call it final, but never holds what it made: that takes a look.
function isWhole({ status, completed_at, status_url }: Job): boolean {
  return typeof status === 'string' && (Boolean(completed_at) || !status_url);
}
