import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { isOfAllCalls, isTransient, maxConcurrentRequests } from './polling.ts';
import type { WholeJobs } from './whole-job.ts';

/** Jobs that were listed before, and are not listed any more. */
export interface UnlistedJobs {
  /** As their status URLs show them. */
  readonly jobs: ReadonlySet<Job>;
  /** Why others cannot be read there, by identifier. */
  readonly gone: ReadonlyMap<string, unknown>;
  /** As `gone`, for reasons that may pass. */
  readonly pending: ReadonlyMap<string, unknown>;
}

/** Reads those of the known jobs that are not listed any more, and had a status URL when they were. */
export async function readUnlisted(
  known: readonly Job[],
  listed: readonly Job[],
  wholeJobs: WholeJobs,
  signal: AbortSignal | undefined,
): Promise<UnlistedJobs> {
  const listedIds = new Set(listed.map(({ job_id }) => job_id));
  const unlisted = new Map(known.flatMap((job) => (listedIds.has(job.job_id) ? [] : [[job.job_id, job]])));
  const result = { jobs: new Set<Job>(), gone: new Map<string, unknown>(), pending: new Map<string, unknown>() };
  await forEachLimited([...unlisted.values()], maxConcurrentRequests, async (job) => {
    if (!job.status_url) return;
    try {
      result.jobs.add(await wholeJobs.ofUnlisted(job, signal));
    } catch (error) {
      if (signal?.aborted || isOfAllCalls(error)) throw error;
      (isTransient(error) ? result.pending : result.gone).set(job.job_id, error);
    }
  });
  return result;
}
