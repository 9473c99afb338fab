import { dueAt } from '../jobs/job.ts';
import type { ListedJob } from '../state/state-views.ts';
import type { JobState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';
import type { Context } from './context.ts';
import { jobView } from './job-view.ts';

/** A job as the API returns it, and when it is due. */
export function listedJob(job: JobState, context: Pick<Context, 'now' | 'origin'>): ListedJob {
  const due = job.end ? Number.POSITIVE_INFINITY : dueAt(job);
  return { ...jobView(job, context), due_at: Number.isFinite(due) ? isoTime(due) : null };
}
