import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { CountsInARow } from './counts-in-a-row.ts';
import { isOfAllCalls, isTransient, maxConcurrentRequests, maxMisses } from './polling.ts';
import type { WholeJobs } from './whole-job.ts';

/** What the status URLs say of jobs that were listed before, and are not listed any more. */
export interface UnlistedStates {
  readonly jobs: ReadonlySet<Job>;
  /** Why others cannot be read there, by identifier. */
  readonly gone: ReadonlyMap<string, unknown>;
  /** As `gone`, for a reason that may pass, and that has not been met in many polls in a row. */
  readonly pending: ReadonlyMap<string, unknown>;
}

/** Reads jobs that are not listed any more for one wait. */
export class UnlistedJobs {
  readonly #wholeJobs: WholeJobs;
  /** Polls that could not read a job, by identifier. */
  readonly #failures = new CountsInARow<string>();

  constructor(wholeJobs: WholeJobs) {
    this.#wholeJobs = wholeJobs;
  }

  /** Reads those of the known jobs that are not listed any more, and had a status URL when they were. */
  async read(known: readonly Job[], listed: readonly Job[], signal: AbortSignal | undefined): Promise<UnlistedStates> {
    const listedIds = new Set(listed.map(({ job_id }) => job_id));
    const unlisted = new Map(known.flatMap((job) => (listedIds.has(job.job_id) ? [] : [[job.job_id, job]])));
    const states = { jobs: new Set<Job>(), gone: new Map<string, unknown>(), pending: new Map<string, unknown>() };
    await forEachLimited([...unlisted.values()], maxConcurrentRequests, async (job) => {
      if (!job.status_url) return;
      try {
        states.jobs.add(await this.#wholeJobs.ofUnlisted(job, signal));
        this.#failures.reset(job.job_id);
      } catch (error) {
        if (signal?.aborted || isOfAllCalls(error)) throw error;
        const mayPass = isTransient(error) && this.#failures.add(job.job_id) < maxMisses;
        (mayPass ? states.pending : states.gone).set(job.job_id, error);
      }
    });
    return states;
  }
}
