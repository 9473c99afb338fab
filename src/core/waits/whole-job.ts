import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { retrieveJob } from './job-calls.ts';
import type { JobRules } from './job-state.ts';
import { isTransient } from './polling.ts';

/**
 * A job of a list with all fields that it has: a list may leave out some of a final job, such as its result. Then the job
 * is read once more at its status URL.
 */
export async function toWholeJob(
  api: Api,
  listed: Job,
  { isFinal }: Pick<JobRules, 'isFinal'>,
  signal: AbortSignal | undefined,
): Promise<Job> {
  if (!isFinal(listed) || hasAllFields(listed) || !listed.status_url) return listed;
  try {
    const job = await retrieveJob(api, listed, { signal });
    return isFinal(job) ? job : listed;
  } catch (error) {
    // If its status URL cannot be read, what is listed is all that can be known.
    if (signal?.aborted || isTransient(error)) throw error;
    return listed;
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
