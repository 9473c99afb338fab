import type { Job } from '../../contract/job.ts';
import { JobCanceledError, JobFailedError } from '../errors/job-errors.ts';
import { requireUsable } from '../options/option-checks.ts';
import type { JobReference } from './job-calls.ts';
import { JobFollower } from './job-follower.ts';
import type { WaitDeps } from './job-lists.ts';
import { isFinalJob, outcomeOfJob } from './job-state.ts';
import { lastOf, pollUntilDone, type WaitOptions, waitOptionChecks } from './polling.ts';

/** Every state of a job until it is final. */
export async function* watchJob(
  deps: WaitDeps,
  job: JobReference,
  options: WaitOptions<Job>,
): AsyncGenerator<Job, Job, undefined> {
  return yield* pollUntilDone(followerOf(deps, 'jobs.watch', job, options), options);
}

/** A job's last state. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForJob(deps: WaitDeps, job: JobReference, options: WaitOptions<Job>): Promise<Job> {
  const last = await lastOf(pollUntilDone(followerOf(deps, 'jobs.wait', job, options), options));
  const outcome = outcomeOfJob(last);
  const state = { job: last, batch: null };
  if (outcome === 'failed')
    throw new JobFailedError(`Job ${last.job_id} has failed: ${last.error ?? last.status}`, state);
  if (outcome === 'canceled') throw new JobCanceledError(`Job ${last.job_id} was cancelled`, state);
  return last;
}

function followerOf(deps: WaitDeps, name: string, job: JobReference, options: WaitOptions<Job>): JobFollower {
  requireUsable(name, options, waitOptionChecks);
  return new JobFollower(deps, name, job, options.isFinal ?? isFinalJob);
}
