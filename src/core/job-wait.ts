import type { Job } from '../contract/job.ts';
import type { Api } from './api.ts';
import { JobCanceledError, JobFailedError } from './errors/job-errors.ts';
import type { JobReference } from './job-calls.ts';
import { JobFollower } from './job-follower.ts';
import { isFinalJob, outcomeOfJob } from './job-state.ts';
import { requireUsable } from './option-checks.ts';
import { lastOf, poll, type WaitOptions, waitOptionChecks } from './polling.ts';

/** Every state of a job until it is final. */
export async function* watchJob(
  api: Api,
  job: JobReference,
  options: WaitOptions<Job>,
): AsyncGenerator<Job, Job, undefined> {
  return yield* poll(followerOf(api, 'jobs.watch', job, options), options);
}

/** A job's last state. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForJob(api: Api, job: JobReference, options: WaitOptions<Job>): Promise<Job> {
  const last = await lastOf(poll(followerOf(api, 'jobs.wait', job, options), options));
  const outcome = outcomeOfJob(last);
  const state = { job: last, batch: null };
  if (outcome === 'failed')
    throw new JobFailedError(`Job ${last.job_id} has failed: ${last.error ?? last.status}`, state);
  if (outcome === 'canceled') throw new JobCanceledError(`Job ${last.job_id} was cancelled`, state);
  return last;
}

function followerOf(api: Api, name: string, job: JobReference, options: WaitOptions<Job>): JobFollower {
  requireUsable(name, options, waitOptionChecks);
  return new JobFollower(api, name, job, options.isFinal ?? isFinalJob);
}
