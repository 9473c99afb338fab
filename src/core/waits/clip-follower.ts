import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import type { JobOutcome } from '../options/options.ts';
import { type FollowedClip, type FollowedJob, percentOf, toFollowedClip } from '../results/checks.ts';
import { errorText, toText } from '../results/json-text.ts';
import type { ClipState } from './batch-state.ts';
import type { JobFollower, JobLook } from './job-follower.ts';
import { isInReview, statusOutcome } from './job-state.ts';

/**
 * The state of a clip before its jobs are polled: its outcome, `rests` if it waits for review, `followed` if the jobs
 * of its export can be polled, or `unknown` if the service does not say which job makes the clip.
 */
export type ClipStart = JobOutcome | 'rests' | 'followed' | 'unknown';

export interface ClipJob {
  readonly job: Job;
  /** How the job ended; undefined until it is final. */
  readonly outcome: JobOutcome | undefined;
}

/** The rules of {@link clipStart}. The first match decides. A `ready` clip with an export is not final yet. */
const startRules: readonly ((clip: Clip) => ClipStart | false | undefined)[] = [
  ({ download_url }) => Boolean(download_url) && 'succeeded',
  ({ status, export_id }) => !(export_id && statusOutcome(status) === 'succeeded') && statusOutcome(status),
  ({ status, export_id }) => !export_id && isInReview(status) && 'rests',
  ({ export_id, project_id }) => Boolean(export_id && project_id) && 'followed',
];

/** The conditions of {@link decidingJob}, in order. Open jobs come first, because an export ends with its last job. */
const deciding: readonly ((job: ClipJob) => boolean)[] = [
  ({ outcome }) => outcome === undefined,
  ({ outcome, job }) => outcome === 'succeeded' && Boolean(job.download_url),
  ({ outcome }) => outcome === 'succeeded',
  () => true,
];

export function clipStart(clip: Clip): ClipStart {
  return startRules.map((rule) => rule(clip)).find(Boolean) || 'unknown';
}

/** Returns the job that determines a clip's state: the newest job that meets the first condition met by any job. */
export function decidingJob(jobs: readonly ClipJob[]): ClipJob | undefined {
  return newest(deciding.map((decides) => jobs.filter(decides)).find(({ length }) => length > 0) ?? []);
}

/** What one wait knows about a clip. */
export class ClipFollower implements ClipState {
  readonly clip: Clip;
  /** The jobs through which the clip is followed. */
  jobs = new Set<JobFollower>();
  job: Job | undefined;
  outcome: JobOutcome | undefined;
  progress = 0;
  /** Whether the wait must continue because this clip is not final yet. */
  isOpen = false;
  /** Whether a job can show the clip's outcome. */
  readonly isFollowable: boolean;
  /** Whether the clip has no job left to follow. */
  isLost = false;
  /** The error that made the clip lost, if any. */
  lostBy: unknown;
  /** Whether a job of the clip was found. If it was, and the clip has no job now, the clip is lost. */
  #hadJobs = false;
  #isListRead = true;

  /** `hasJobOf`: whether `jobOf` finds the job of a clip without an export. `follow`: creates the follower of a job. */
  constructor(
    { followed_jobs, followed_outcome, ...clip }: Clip & Pick<FollowedClip, 'followed_jobs' | 'followed_outcome'>,
    hasJobOf: boolean,
    follow: (clip: Clip, job: FollowedJob, isState: boolean) => JobFollower,
  ) {
    this.clip = clip;
    const start = followed_outcome ?? clipStart(clip);
    this.isFollowable = start === 'followed' || Boolean((hasJobOf || followed_jobs) && clip.project_id);
    if (start === 'followed' || start === 'unknown') this.isOpen = true;
    else if (start !== 'rests') this.#end(start);
    this.isLost = this.isOpen && !this.isFollowable;
    if (!followed_jobs || this.isLost) return;
    this.#hadJobs = true;
    this.jobs = new Set(followed_jobs.map((job) => follow(clip, job, true)));
    this.update(new Map(), undefined);
  }

  /** Returns what a handle stores about the clip. The argument is the clip's current state. */
  followed({ status, download_url, error_message }: Clip): FollowedClip {
    const { clip, outcome } = this;
    const known = [...this.jobs].map((job) => ({ ...job.followed(), project_id: undefined, export_id: undefined }));
    // Jobs that were lost while the list could not be read may still be listed.
    const isKnown = this.#hadJobs && (known.length > 0 || this.#isListRead);
    const open = { status: clip.status, followed_jobs: isKnown ? known : undefined };
    if (this.isOpen) return toFollowedClip(clip, open);
    const error = errorText(error_message)?.slice(0, 100);
    const end = { status, download_url, error_message: error, followed_outcome: outcome };
    // If this is too large, the next check must read the jobs again, or it would have a success without a file.
    if (isKnown)
      return toFollowedClip(clip, end, { followed_jobs: known.map((job) => ({ ...job, status: undefined })) });
    // The batch itself told this end, so no request can read it again.
    const { clip_id, project_id, export_id } = clip;
    return { clip_id, project_id, export_id, ...end };
  }

  /** The clip's jobs that are not final. */
  get openJobs(): readonly JobFollower[] {
    return [...this.jobs].filter(({ isFinal }) => !isFinal);
  }

  /** Updates the clip from the latest poll of its jobs. `listError`: why the project's jobs could not be listed. */
  update(looks: ReadonlyMap<JobFollower, JobLook>, listError: unknown): void {
    this.#isListRead = listError === undefined;
    for (const job of this.jobs) {
      const look = looks.get(job);
      if (!look?.isLost) continue;
      this.jobs.delete(job);
      this.lostBy ??= look.error;
    }
    // If the list was read, a clip whose export has no job yet is not lost, because a later list may contain the job.
    this.isLost = this.jobs.size === 0 && (!this.#isListRead || this.#hadJobs || !this.clip.export_id);
    this.lostBy = this.isLost ? (this.lostBy ?? listError) : undefined;
    const jobs = [...this.jobs].flatMap(({ job, outcome }) => (job === undefined ? [] : { job, outcome }));
    const decided = decidingJob(jobs);
    if (decided === undefined) return;
    this.#hadJobs = true;
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

/** Returns the newest job, or the last job in the list if the ages are equal or unknown. */
function newest(jobs: readonly ClipJob[]): ClipJob | undefined {
  const [first, ...others] = jobs;
  return others.reduce((found, one) => (found && createdAt(one) < createdAt(found) ? found : one), first);
}

// Truncated, because parsing millions of characters as a date takes a long time.
function createdAt({ job }: ClipJob): number {
  return Date.parse(toText(job.created_at).slice(0, 100)) || 0;
}
