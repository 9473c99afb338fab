import type { Clip } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { toText } from '../results/json-text.ts';
import { type ClipState, percentOf } from './batch-state.ts';
import { JobFollower, maxTries } from './job-follower.ts';
import type { JobListing, JobListSubscription, ListResult, WaitDeps } from './job-lists.ts';
import { isInReview, type JobOutcome, type JobRules, statusOutcome } from './job-state.ts';
import { isOfAllCalls, isTransient, retryAfterOf } from './poll-result.ts';
import type { ClipWaitOptions } from './wait-options.ts';

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
const startRules: readonly (readonly [
  applies: (clip: Clip) => boolean,
  start: (clip: Clip) => ClipStart | undefined,
])[] = [
  [({ download_url }) => Boolean(download_url), () => 'succeeded'],
  [
    ({ status, export_id }) => !export_id || statusOutcome(status) !== 'succeeded',
    ({ status }) => statusOutcome(status),
  ],
  [({ status, export_id }) => !export_id && isInReview(status), () => 'rests'],
  [({ export_id, project_id }) => Boolean(export_id && project_id), () => 'followed'],
];

/** The first of these of which a clip has a job decides. So an export has ended when all of its jobs have. */
const deciding: readonly ((job: ClipJob) => boolean)[] = [
  ({ outcome }) => outcome === undefined,
  ({ outcome, job }) => outcome === 'succeeded' && Boolean(job.download_url),
  ({ outcome }) => outcome === 'succeeded',
  () => true,
];

export function clipStart(clip: Clip): ClipStart {
  for (const [applies, start] of startRules) {
    const found = applies(clip) ? start(clip) : undefined;
    if (found !== undefined) return found;
  }
  return 'unknown';
}

/** The job that tells how far a clip is: the newest of those that decide. */
export function decidingJob(jobs: readonly ClipJob[]): ClipJob | undefined {
  for (const decides of deciding) {
    const found = newest(jobs.filter(decides));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a wait tells which jobs are a clip's, and how they ended. */
export interface ClipRules extends JobRules {
  /** The client's method, for messages. */
  readonly name: string;
  readonly jobOf: ClipWaitOptions['jobOf'];
}

/** Follows clips, those of one export together. Returns the follower of each. */
export function followClips(clips: readonly Clip[], rules: ClipRules): ClipFollower[] {
  const ofExports = new Map<string, ClipFollower>();
  return clips.map((clip) => {
    const key = clipStart(clip) === 'followed' ? JSON.stringify([clip.project_id, clip.export_id]) : undefined;
    const follower = (key && ofExports.get(key)) || new ClipFollower(clip, rules);
    if (key) ofExports.set(key, follower);
    return follower;
  });
}

/** What one wait knows of a clip, or of the clips of one export. */
export class ClipFollower implements ClipState {
  /** The first of these clips. */
  readonly clip: Clip;
  /** The jobs by which the clip is followed. */
  readonly jobs = new Set<JobFollower>();
  /** The latest states of those that are not final. */
  openJobs: readonly Job[] = [];
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
  readonly #rules: ClipRules;

  constructor(clip: Clip, rules: ClipRules) {
    this.clip = clip;
    this.#rules = rules;
    const start = clipStart(clip);
    this.isFollowable = start === 'followed' || (rules.jobOf !== undefined && Boolean(clip.project_id));
    if (start === 'followed' || start === 'unknown') this.isOpen = true;
    else if (start !== 'rests') this.#end(start);
    this.isLost = this.isOpen && !this.isFollowable;
  }

  /** Finds the clip's jobs among those of its project. */
  find(listing: JobListing): readonly Job[] {
    const { jobOf, name } = this.#rules;
    if (this.clip.export_id) return listing.ofExport(this.clip.export_id);
    const own = jobOf?.(this.clip, listing.jobs);
    if (own === undefined) return [];
    const found = listing.find(Object(own).job_id);
    if (found !== undefined) return [found];
    const problem = 'returned a value that must be one of the jobs, or undefined';
    throw invalidArgument(name, 'options.jobOf', problem, { outcome: 'stopped' });
  }

  /** Takes over what the last looks at its jobs have shown. */
  update(): void {
    for (const job of this.jobs) {
      if (!job.shown.isLost) continue;
      this.jobs.delete(job);
      this.lostBy ??= job.shown.error;
    }
    // An export of which no job was found yet may still be listed.
    this.isLost = this.jobs.size === 0 && (this.job !== undefined || !this.clip.export_id);
    const jobs = [...this.jobs].flatMap((follower) => this.#judge(follower));
    this.openJobs = jobs.flatMap(({ job, outcome }) => (outcome === undefined ? job : []));
    const decided = decidingJob(jobs);
    if (decided === undefined) return;
    this.job = decided.job;
    this.progress = Math.max(this.progress, percentOf(decided.job));
    if (decided.outcome !== undefined) this.#end(decided.outcome);
  }

  /** The list of the clip's project cannot be read, for a reason that does not pass. */
  lose(error: unknown, isForGood: boolean): void {
    this.isLost = isForGood || this.jobs.size === 0;
    if (this.isLost) this.lostBy ??= error;
  }

  #judge({ known: job, shown }: JobFollower): ClipJob[] {
    if (job === undefined) return [];
    // A job that this poll has not shown may go on.
    const isEnded = shown.job !== undefined && this.#rules.isFinal(job);
    return [{ job, outcome: isEnded ? this.#rules.outcome(job) : undefined }];
  }

  #end(outcome: JobOutcome): void {
    this.outcome = outcome;
    this.isOpen = false;
    if (outcome === 'succeeded') this.progress = 100;
  }
}

/** Polls the clips of a batch that are in one project. */
export class ProjectPoller {
  readonly clips: readonly ClipFollower[];
  readonly #deps: WaitDeps;
  readonly #rules: JobRules;
  readonly #subscription: JobListSubscription;
  /** By `job_id`: clips may share a job. */
  readonly #jobs = new Map<string, JobFollower>();
  /** Lists in a row that could not be read, for reasons that do not pass. */
  #failures = 0;

  constructor(deps: WaitDeps, rules: JobRules, projectId: string, clips: readonly ClipFollower[]) {
    this.#deps = deps;
    this.#rules = rules;
    this.clips = clips;
    this.#subscription = deps.jobLists.subscribe(projectId);
  }

  isOpen(): boolean {
    return this.clips.some(({ isOpen }) => isOpen);
  }

  /** A list that cannot be read is a result like others: it keeps no other from being asked and used. */
  async poll(signal: AbortSignal | undefined): Promise<ListResult> {
    const result = await this.#subscription.poll(signal);
    const open = this.clips.filter(({ isOpen }) => isOpen);
    if (result.listing === undefined) {
      this.#lose(open, result.error);
      return result;
    }
    this.#failures = 0;
    const { listing } = result;
    for (const clip of open) for (const job of clip.find(listing)) clip.jobs.add(this.#follow(job));
    const jobs = [...new Set(open.flatMap((clip) => [...clip.jobs]))];
    await forEachLimited(jobs, maxConcurrentRequests, async (job) => void (await job.look(listing, signal)));
    for (const clip of open) clip.update();
    const error = jobs.find(({ shown }) => isTransient(shown.error))?.shown.error;
    return { ...result, error, retryAfterSeconds: Math.max(result.retryAfterSeconds ?? 0, retryAfterOf(error) ?? 0) };
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #lose(open: readonly ClipFollower[], error: unknown): void {
    if (isTransient(error) || isOfAllCalls(error)) return;
    this.#failures += 1;
    for (const clip of open) clip.lose(error, this.#failures >= maxTries);
  }

  #follow(job: Job): JobFollower {
    const known = this.#jobs.get(job.job_id);
    const follower = known ?? new JobFollower(this.#deps.api, this.#rules, job);
    this.#jobs.set(job.job_id, follower);
    return follower;
  }
}

/** One poll has so many under way: enough to be fast, few enough not to send a burst. */
export const maxConcurrentRequests = 4;

/** The last in the list, where jobs are of one age or it is not known. */
function newest(jobs: readonly ClipJob[]): ClipJob | undefined {
  const [first, ...others] = jobs;
  return others.reduce((found, one) => (found && createdAt(one) < createdAt(found) ? found : one), first);
}

// Reading a text of millions of characters as a date takes long.
function createdAt({ job }: ClipJob): number {
  return Date.parse(toText(job.created_at).slice(0, 100)) || 0;
}
