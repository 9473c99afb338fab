import type { Job } from '../../contract/job.ts';

/** How final work has ended. */
export type Outcome = 'succeeded' | 'failed' | 'canceled';

/** The outcome that a status stands for, whatever its capitals; undefined when the work goes on, as far as one can tell. */
export function outcomeOfStatus(status: string): Outcome | undefined {
  return outcomes.get(status.toLowerCase());
}

/** Whether a job has ended: it has a time of completion, or its status is one that jobs end with. */
export function isFinalJob(job: Job): boolean {
  return Boolean(job.completed_at) || outcomeOfStatus(job.status) !== undefined;
}

/** How a job that has ended did so. */
export function outcomeOfJob(job: Job): Outcome {
  const outcome = outcomeOfStatus(job.status);
  if (outcome === 'canceled') return outcome;
  return outcome === 'failed' || job.error ? 'failed' : 'succeeded';
}

// The specification names `queued` only. These are the words that services of this kind end jobs with.
const outcomes: ReadonlyMap<string, Outcome> = /* @__PURE__ */ new Map<string, Outcome>([
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
