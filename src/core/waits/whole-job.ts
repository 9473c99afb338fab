import type { Job } from '../../contract/job.ts';
import type { Api } from '../call/api.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { CountsInARow } from './counts-in-a-row.ts';
import { listJobs, retrieveJob } from './job-calls.ts';
import type { JobRules } from './job-state.ts';
import { isTransient } from './polling.ts';

type FinalRule = Pick<JobRules, 'isFinal'>;

/** Whether a job is final, but may have more fields at its status URL. */
export function isThin(job: Job, { isFinal }: FinalRule): boolean {
  return Boolean(job.status_url) && isFinal(job) && !hasAllFields(job);
}

// Reads of one job's status URL that may fail. What is listed is final, and says what there is to know but for some fields.
const maxReads = 3;

/** Reads final jobs whole for one wait: both a list and a status URL may leave out fields of a job. */
export class WholeJobs {
  readonly #api: Api;
  readonly #rules: FinalRule;
  /** Reads that failed, by the job's status URL. */
  readonly #failures = new CountsInARow<Job['status_url']>();

  constructor(api: Api, rules: FinalRule) {
    this.#api = api;
    this.#rules = rules;
  }

  /**
   * A job of a list with all fields that it has: a list may leave out some of a final job, such as its result. Then the
   * job is read once more at its status URL. Undefined if that is to be tried again with the next poll.
   */
  async fromStatusUrl(listed: Job, signal: AbortSignal | undefined): Promise<Job | undefined> {
    if (!isThin(listed, this.#rules)) return listed;
    const job = await this.#readStatusUrl(listed, signal);
    return job === undefined || this.#rules.isFinal(job) ? job && merged(listed, job) : listed;
  }

  /**
   * A job of its status URL, with the fields that the list of its project's jobs has where it is final and says nothing
   * of what came of it.
   */
  async fromList(job: Job, projectId: unknown, signal: AbortSignal): Promise<Job> {
    const { result, download_url } = job;
    const isTold = result !== undefined || download_url !== undefined;
    if (isTold || typeof projectId !== 'string' || projectId === '' || !this.#rules.isFinal(job)) return job;
    try {
      const jobs = await listJobs(this.#api, projectId, { signal });
      const listed = jobs.find(({ job_id }) => job_id === job.job_id);
      return listed === undefined ? job : merged(listed, job);
    } catch (error) {
      if (signal.aborted || error instanceof ConfigurationError) throw error;
      return job;
    }
  }

  /** A job that is not listed any more, from the status URL that it had there. Throws if it cannot be read. */
  async ofUnlisted(job: Job, signal: AbortSignal | undefined): Promise<Job> {
    const isOver = this.#rules.isFinal(job) && this.#failures.of(job.status_url) >= maxReads;
    if (isOver) return job;
    try {
      return withListed(job, await retrieveJob(this.#api, job, { signal }));
    } catch (error) {
      if (this.#rules.isFinal(job)) this.#failures.add(job.status_url);
      throw error;
    }
  }

  async #readStatusUrl(listed: Job, signal: AbortSignal | undefined): Promise<Job | undefined> {
    try {
      return await retrieveJob(this.#api, listed, { signal });
    } catch (error) {
      if (signal?.aborted || error instanceof ConfigurationError) throw error;
      // If its status URL cannot be read, what is listed is all that can be known.
      if (!isTransient(error)) return listed;
      return this.#failures.add(listed.status_url) < maxReads ? undefined : listed;
    }
  }
}

/** Both views of a job. A null in the newer one replaces no value. */
function merged(older: Job, newer: Job): Job {
  const isTold = ([field, value]: [string, unknown]) => value !== null || Reflect.get(older, field) === undefined;
  return { ...older, ...Object.fromEntries(Object.entries(newer).filter(isTold)) };
}

/** A job that was listed with a status URL, as that shows it now, with what it leaves out as it was listed. */
export function withListed(listed: Job, job: Job): Job {
  return { ...listed, ...job, status_url: listed.status_url ?? null };
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
