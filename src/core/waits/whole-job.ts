import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { listJobs, retrieveJob } from './job-calls.ts';
import type { JobRules } from './job-state.ts';
import { isTransient } from './polling.ts';

type FinalRule = Pick<JobRules, 'isFinal'>;

/** How often a wait tries to read a final job whole before it uses the job as it is listed. */
export const maxReads = 3;

/** Whether a job is final, but may have more fields at its status URL. */
export function isThin(job: Job, { isFinal }: FinalRule): boolean {
  return Boolean(job.status_url) && isFinal(job) && !hasAllFields(job);
}

/**
 * A job of a list with all fields that it has: a list may leave out some of a final job, such as its result. Then the job
 * is read once more at its status URL.
 */
export async function toWholeJob(
  api: Api,
  listed: Job,
  rules: FinalRule,
  signal: AbortSignal | undefined,
): Promise<Job> {
  if (!isThin(listed, rules)) return listed;
  try {
    const job = await retrieveJob(api, listed, { signal });
    return rules.isFinal(job) ? { ...listed, ...job } : listed;
  } catch (error) {
    // If its status URL cannot be read, what is listed is all that can be known.
    if (signal?.aborted || isTransient(error)) throw error;
    return listed;
  }
}

/**
 * A job of its status URL, with the fields that the list of its project's jobs has where it is final and says nothing of
 * what came of it.
 */
export async function withListedFields(
  api: Api,
  job: Job,
  projectId: unknown,
  { isFinal }: FinalRule,
  signal: AbortSignal,
): Promise<Job> {
  const { result, download_url } = job;
  const isTold = result !== undefined || download_url !== undefined;
  if (isTold || typeof projectId !== 'string' || projectId === '' || !isFinal(job)) return job;
  try {
    const jobs = await listJobs(api, projectId, { signal });
    return { ...jobs.find(({ job_id }) => job_id === job.job_id), ...job };
  } catch (error) {
    if (signal.aborted) throw error;
    return job;
  }
}

/** Null says that there is no value. */
function hasAllFields(job: Job): boolean {
  return Object.keys(optionalFields).every((field) => Reflect.get(job, field) !== undefined);
}

const optionalFields: Record<Exclude<keyof Job, 'job_id' | 'status'>, true> = {
  type: true,
  kind: true,
  progress: true,
  status_url: true,
  cancel_url: true,
  project_id: true,
  export_id: true,
  media_id: true,
  download_url: true,
  estimated_credits: true,
  created_at: true,
  completed_at: true,
  error: true,
  next_actions: true,
  result: true,
};
