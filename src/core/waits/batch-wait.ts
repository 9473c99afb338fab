import type { Clip, ClipBatch } from '../../contract/clip.ts';
import { batchReferenceSchema } from '../../contract/for-client.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited, settleLimited } from '../async/concurrency.ts';
import { cancelJob } from '../call/job-calls.ts';
import { requireValid } from '../call/request.ts';
import type { LastState } from '../errors/job-errors.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { requireOptions } from '../options/option-checks.ts';
import type { JobOutcome } from '../options/options.ts';
import {
  type BatchHandle,
  type BatchProgress,
  type BatchReference,
  type FollowedBatch,
  type FollowedJob,
  openHandle,
} from '../results/checks.ts';
import { batchOutcome, missingClips, withClipStates, withState } from './batch-state.ts';
import { ClipFollower } from './clip-follower.ts';
import { JobFollower, type JobLook } from './job-follower.ts';
import type { JobListing, ListReader, ListReply, ProjectList } from './job-lists.ts';
import { type JobRule, jobRule, statusOutcome } from './job-state.ts';
import { combineReplies, isOfAllCalls, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, WaitCall, Work } from './wait.ts';
import { batchEndError, untrackableError } from './wait-errors.ts';
import { type ClipWaitOptions, clipWaitChecks, refusedWait } from './wait-options.ts';

/** Checks a batch and the options, and starts following it. Throws {@link RequestValidationError}. */
export function openBatch(call: WaitCall<ClipWaitOptions>, given: BatchReference | BatchHandle): Work<BatchProgress> {
  const { name, options } = call;
  requireOptions(name, options, clipWaitChecks, refusedWait);
  const batch = openHandle<BatchReference>(name, 'batch', given);
  const { job_id, job, batch_id, clips } = Object(batch);
  const problem =
    job_id || job
      ? `is a job: pass it to ${name.replace('clips', 'jobs')}`
      : 'is not a batch of clips: await the call that returns it';
  if (!batch_id && !clips) throw invalidArgument(name, 'batch', problem, refusedWait);
  requireValid(name, batchReferenceSchema(), batch, refusedWait);
  // Cast: a stored batch may lack its status, and its clips may have only their ids.
  const whole = { ...batch, status: batch.status ?? 'running', clips: batch.clips ?? [] } as ClipBatch;
  return new BatchWork(call, whole);
}

/** How many projects are read at once, and how many jobs of each: enough to be fast without causing a burst. */
const maxConcurrentRequests = 4;

/** The clips of a batch that belong to one project. */
interface Project {
  readonly list: ProjectList;
  readonly clips: readonly ClipFollower[];
}

interface ProjectReply extends ListReply {
  /** True if reading the job list, or every job of the project's open clips, failed with a temporary error. */
  readonly isFailed: boolean;
}

/** The clips of a batch, polled through the jobs of their projects. */
class BatchWork implements Work<BatchProgress>, ListReader {
  readonly call: WaitCall<ClipWaitOptions>;
  /** No endpoint returns a batch again, so a batch has no status URL. */
  readonly hasOwnUrl = false;
  readonly #rule: JobRule;
  /** The batch as the caller passed it. */
  readonly #batch: ClipBatch;
  /** The followers of the clips, in the batch's order. */
  readonly #clips: readonly ClipFollower[];
  readonly #projects: readonly Project[];
  /** Keyed by project and job, because clips can share a job. */
  readonly #jobs = new Map<string, JobFollower>();

  constructor(call: WaitCall<ClipWaitOptions>, batch: ClipBatch) {
    this.call = call;
    this.#rule = jobRule(call);
    this.#batch = batch;
    this.#clips = batch.clips.map(
      (clip) => new ClipFollower(clip, call.options.jobOf !== undefined, this.#follow.bind(this)),
    );
    const followed = this.#open().filter(({ isFollowable }) => isFollowable);
    const byProject = Map.groupBy(followed, ({ clip }) => clip.project_id);
    this.#projects = [...byProject].map(([id, clips]) => {
      return { list: call.deps.jobLists.join(id, this), clips };
    });
  }

  async poll(signal: AbortSignal): Promise<Look<BatchProgress>> {
    const known = this.#look(noReply);
    if (known.end !== undefined) return known;
    const lists: ProjectReply[] = [];
    const open = this.#projects.filter(({ clips }) => clips.some(({ isOpen }) => isOpen));
    await forEachLimited(open, maxConcurrentRequests, async (project) => {
      signal.throwIfAborted();
      lists.push(await this.#readJobs(project, await project.list.poll(this, signal), signal));
    });
    const reply = combineReplies(lists);
    return lists.every(({ isFailed }) => isFailed) ? reply : this.#look(reply);
  }

  async cancel(): Promise<readonly PromiseSettledResult<unknown>[]> {
    const unknown = new Set(this.#open().filter(({ openJobs }) => openJobs.length === 0));
    // Known jobs are canceled first, because a list may take long or never arrive.
    const known = await this.#cancelJobs(this.#open());
    const projects = this.#projects.filter(({ clips }) => clips.some((clip) => unknown.has(clip)));
    const lists = await settleLimited(projects, maxConcurrentRequests, async (project) => {
      const { error, listing } = await this.#readJobs(project, await project.list.request(), undefined);
      if (listing === undefined) throw error;
    });
    const unread = lists.filter(({ status }) => status === 'rejected');
    return [...known, ...unread, ...(await this.#cancelJobs([...unknown]))];
  }

  close(): void {
    for (const { list } of this.#projects) list.leave(this);
  }

  eventIds(): readonly (string | null | undefined)[] {
    const ids = this.#open().map(({ clip, jobs }) => [
      clip.clip_id,
      clip.export_id,
      [...jobs].map(({ reference }) => reference.job_id),
    ]);
    return [this.#batch.batch_id, ...ids.flat(2)];
  }

  followed(): FollowedBatch {
    const { batch_id, status, clips } = this.#batch;
    const total_clip_count = clips.length + missingClips(this.#batch);
    const followed = this.#clips.map((clip) => clip.followed(withState(clip)));
    return { batch_id, status, total_clip_count, clips: followed };
  }

  lastState(): LastState {
    return { job: null, batch: withClipStates(this.#batch, this.#clips) };
  }

  /** Polls the jobs of a project's clips. A list that cannot be read does not block or hide other projects. */
  async #readJobs({ clips }: Project, reply: ListReply, signal: AbortSignal | undefined): Promise<ProjectReply> {
    const { listing, error } = reply;
    if (isOfAllCalls(error)) throw error;
    if (isTransient(error)) return { ...reply, isFailed: true };
    const open = clips.filter(({ isOpen }) => isOpen);
    for (const follower of open) {
      for (const job of listing ? this.#jobsOf(follower.clip, listing) : []) {
        follower.jobs.add(this.#follow(follower.clip, job, false));
      }
    }
    const followed = new Set(open.flatMap((follower) => [...follower.jobs]));
    const looks = new Map<JobFollower, JobLook>();
    await forEachLimited([...followed], maxConcurrentRequests, async (job) => {
      if (job.outcome === undefined) looks.set(job, await job.look(listing, signal));
    });
    for (const follower of open) follower.update(looks, error);
    const isFailing = (job: JobFollower) => isTransient(looks.get(job)?.error);
    const isFailed = open.every(({ jobs }) => jobs.size > 0 && [...jobs].every(isFailing));
    return { ...combineReplies([reply, ...looks.values()]), listing, isFailed };
  }

  #follow({ project_id }: Clip, job: FollowedJob, isState: boolean): JobFollower {
    const key = `${project_id}/${job.job_id}`;
    const follower = this.#jobs.get(key) ?? new JobFollower(this.call.deps.api, this.#rule, job, isState);
    this.#jobs.set(key, follower);
    return follower;
  }

  /** Finds the jobs of a clip in its project's list. */
  #jobsOf(clip: Clip, listing: JobListing): readonly Job[] {
    if (clip.export_id) return listing.ofExport(clip.export_id);
    const own = this.call.options.jobOf?.(clip, listing.jobs);
    if (own === undefined) return [];
    const found = listing.find(Object(own).job_id);
    if (found !== undefined) return [found];
    const problem = 'returned a value that must be one of the jobs, or undefined';
    throw invalidArgument(this.call.name, 'options.jobOf', problem, { outcome: 'stopped' });
  }

  #look(reply: Reply): Look<BatchProgress> {
    const state = withClipStates(this.#batch, this.#clips);
    const ended = (end: JobOutcome, isWhole: boolean) => {
      const error = batchEndError(state, end, isWhole, this.call.deps.settings);
      return { ...reply, state, end, error };
    };
    const untrackable = (clips: readonly Clip[] | undefined, cause: unknown) => {
      const error = untrackableError(state, clips, cause, this.call.deps.settings);
      return { ...reply, state, end: 'untrackable', error } as const;
    };
    const open = this.#open();
    const lost = open.filter(({ isLost }) => isLost);
    const whole = statusOutcome(this.#batch.status);
    if (whole === 'failed' || whole === 'canceled') return ended(whole, true);
    if (whole === undefined && (state.clips.length === 0 || missingClips(this.#batch) > 0))
      return untrackable(undefined, undefined);
    if (open.length === 0) return ended(this.#outcome(), false);
    if (lost.length < open.length) return { ...reply, state };
    const cause = lost.find(({ lostBy }) => lostBy !== undefined)?.lostBy;
    return untrackable(
      lost.map(({ clip }) => clip),
      cause,
    );
  }

  /** Returns the outcome of the clips. If only some clips failed, a check fails, but a wait succeeds with the other files. */
  #outcome(): JobOutcome {
    const outcomes = this.#clips.map(({ outcome }) => outcome);
    const outcome = batchOutcome(outcomes);
    const isPartial = outcome === 'succeeded' && outcomes.includes('failed');
    return isPartial && this.call.name === 'clips.check' ? 'failed' : outcome;
  }

  #open(): readonly ClipFollower[] {
    return this.#clips.filter(({ isOpen }) => isOpen);
  }

  #cancelJobs(clips: readonly ClipFollower[]): Promise<PromiseSettledResult<unknown>[]> {
    // Clips can share a job.
    const jobs = [...new Set(clips.flatMap(({ openJobs }) => openJobs))];
    const { api } = this.call.deps;
    return settleLimited(jobs, maxConcurrentRequests, ({ reference, job }) =>
      cancelJob(api, { ...reference, ...job }, {}),
    );
  }
}
