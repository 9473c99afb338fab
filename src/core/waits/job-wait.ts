import type { Job } from '../../contract/job.ts';
import type { WaitDeps } from './job-lists.ts';
import { JobPoller } from './job-poller.ts';
import { type JobReference, requireNoBatch } from './job-reference.ts';
import { jobRules } from './job-state.ts';
import { pollUntilDone, type WaitOptions, waitUntilDone } from './polling.ts';
import { refusedWait, requireWaitOptions } from './wait-checks.ts';

/** Yields every state of a job until it is final. */
export async function* watchJob(
  deps: WaitDeps,
  job: JobReference,
  options: WaitOptions<Job>,
): AsyncGenerator<Job, Job, undefined> {
  return yield* pollUntilDone(openPoller(deps, 'jobs.watch', job, options), options);
}

/** Waits until a job has succeeded. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export async function waitForJob(deps: WaitDeps, job: JobReference, options: WaitOptions<Job>): Promise<Job> {
  return waitUntilDone(openPoller(deps, 'jobs.wait', job, options), options);
}

function openPoller(deps: WaitDeps, name: string, job: JobReference, options: WaitOptions<Job>): JobPoller {
  requireWaitOptions(name, options);
  requireNoBatch(name, job, `pass it to ${name.replace('jobs', 'clips')}`, refusedWait);
  return new JobPoller(deps, name, job, jobRules(name, options));
}
