import type { Job } from '../../contract/job.ts';

/** How work ended. */
export type Outcome = 'succeeded' | 'failed' | 'canceled';

/** The outcome that a status means, ignoring case; undefined if the work has not ended, or the status is not known. */
export function statusOutcome(status: string): Outcome | undefined {
  return outcomeByStatus.get(status.toLowerCase());
}

/** Whether a job has ended: it has `completed_at`, or a status that is final. */
export function isFinalJob(job: Job): boolean {
  return Boolean(job.completed_at) || statusOutcome(job.status) !== undefined;
}

/** The outcome of a job that has ended. */
export function jobOutcome(job: Job): Outcome {
  const outcome = statusOutcome(job.status);
  if (outcome === 'canceled') return outcome;
  return outcome === 'failed' || job.error ? 'failed' : 'succeeded';
}

// The specification names only `queued`. These are the final statuses that services of this kind use.
const outcomeByStatus: ReadonlyMap<string, Outcome> = /* @__PURE__ */ new Map<string, Outcome>([
  ['complete', 'succeeded'],
  ['completed', 'succeeded'],
  ['succeeded', 'succeeded'],
  ['success', 'succeeded'],
  ['done', 'succeeded'],
  ['ready', 'succeeded'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['expired', 'failed'],
  ['cancelled', 'canceled'],
  ['canceled', 'canceled'],
]);
