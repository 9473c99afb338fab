import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { toText } from '../results/json-text.ts';
import { type ClipState, percentOf } from './batch-state.ts';
import type { JobFollower, JobLook } from './job-follower.ts';
import { isInReview, type JobOutcome, statusOutcome } from './job-state.ts';

/**
 * What a clip is before its jobs are polled: one that has ended, one that rests since nothing runs for it, one whose export
 * is followed, or one of which the service does not say what makes it.
 */
export type ClipStart = JobOutcome | 'rests' | 'followed' | 'unknown';

/** A job of a clip. */
export interface ClipJob {
  readonly job: Job;
  /** Undefined while it is not final. */
  readonly outcome: JobOutcome | undefined;
}

/** The first rule that applies decides. A clip that is `ready` may still wait for its export. */
const startRules: readonly ((clip: Clip) => ClipStart | false | undefined)[] = [
  ({ download_url }) => Boolean(download_url) && 'succeeded',
  ({ status, export_id }) => !(export_id && statusOutcome(status) === 'succeeded') && statusOutcome(status),
  ({ status, export_id }) => !export_id && isInReview(status) && 'rests',
  ({ export_id, project_id }) => Boolean(export_id && project_id) && 'followed',
];

/** The first of these of which a clip has a job decides. So an export has ended when all of its jobs have. */
const deciding: readonly ((job: ClipJob) => boolean)[] = [
  ({ outcome }) => outcome === undefined,
  ({ outcome, job }) => outcome === 'succeeded' && Boolean(job.download_url),
  ({ outcome }) => outcome === 'succeeded',
  () => true,
];

export function clipStart(clip: Clip): ClipStart {
  return startRules.map((rule) => rule(clip)).find(Boolean) || 'unknown';
}

/** The job that tells how far a clip is: the newest of those that decide. */
export function decidingJob(jobs: readonly ClipJob[]): ClipJob | undefined {
  return newest(deciding.map((decides) => jobs.filter(decides)).find(({ length }) => length > 0) ?? []);
}

/** What one wait knows of a clip. */
export class ClipFollower implements ClipState {
  readonly clip: Clip;
  /** The jobs by which the clip is followed. */
  readonly jobs = new Set<JobFollower>();
  job: Job | undefined;
  outcome: JobOutcome | undefined;
  progress = 0;
  /** Whether the wait needs the clip, and it is not final. */
  isOpen = false;
  /** Whether jobs may show what becomes of the clip. */
  readonly isFollowable: boolean;
  /** Whether the last poll has found nothing to wait for. */
  isLost = false;
  /** Why, if an error says so. */
  lostBy: unknown;

  /** `hasJobOf`: whether the caller says which job makes a clip without an export. */
  constructor(clip: Clip, hasJobOf: boolean) {
    this.clip = clip;
    const start = clipStart(clip);
    this.isFollowable = start === 'followed' || (hasJobOf && Boolean(clip.project_id));
    if (start === 'followed' || start === 'unknown') this.isOpen = true;
    else if (start !== 'rests') this.#end(start);
    this.isLost = this.isOpen && !this.isFollowable;
  }

  /** Its jobs that are not final. */
  get openJobs(): readonly JobFollower[] {
    return [...this.jobs].filter(({ isFinal }) => !isFinal);
  }

  /** Takes over what the last looks at its jobs have shown. `listError`: why those of its project were not listed. */
  update(looks: ReadonlyMap<JobFollower, JobLook>, listError: unknown): void {
    for (const job of this.jobs) {
      const look = looks.get(job);
      if (!look?.isLost) continue;
      this.jobs.delete(job);
      this.lostBy ??= look.error;
    }
    // An export of which no job was found yet may still be listed.
    this.isLost = this.jobs.size === 0 && (listError !== undefined || this.job !== undefined || !this.clip.export_id);
    this.lostBy = this.isLost ? (this.lostBy ?? listError) : undefined;
    const jobs = [...this.jobs].flatMap(({ job, outcome }) => (job === undefined ? [] : { job, outcome }));
    const decided = decidingJob(jobs);
    if (decided === undefined) return;
    this.job = decided.job;
    this.progress = Math.max(this.progress, percentOf(decided.job));
    if (decided.outcome !== undefined) this.#end(decided.outcome);
  }

  #end(outcome: JobOutcome): void {
    this.outcome = outcome;
    this.isOpen = false;
    if (outcome === 'succeeded') this.progress = 100;
  }
}

/** The last in the list, where jobs are of one age or it is not known. */
function newest(jobs: readonly ClipJob[]): ClipJob | undefined {
  const [first, ...others] = jobs;
  return others.reduce((found, one) => (found && createdAt(one) < createdAt(found) ? found : one), first);
}

// Reading a text of millions of characters as a date takes long.
function createdAt({ job }: ClipJob): number {
  return Date.parse(toText(job.created_at).slice(0, 100)) || 0;
}
