import type { Clip, ClipBatch } from '../../contract/clip.ts';
import { batchReferenceSchema } from '../../contract/for-client.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited, settleLimited } from '../async/concurrency.ts';
import { requireValid } from '../call/validation.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { requireOptions } from '../options/option-checks.ts';
import type { WaitSettings } from '../options/settings.ts';
import { type BatchProgress, type BatchReference, missingClips, outcomeOf, withClipStates } from './batch-state.ts';
import { ClipFollower } from './clip-follower.ts';
import { cancelJob } from './job-calls.ts';
import { JobFollower, type JobLook } from './job-follower.ts';
import type { JobListing, ListReply, ProjectList, WaitDeps } from './job-lists.ts';
import { type JobRule, jobRule, statusOutcome } from './job-state.ts';
import { combineReplies, isOfAllCalls, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, TimeLimit, Work } from './polling.ts';
import { batchEndError, untrackableError, waitTimeoutError } from './wait-errors.ts';
import { type ClipWaitOptions, clipWaitChecks, refusedWait } from './wait-options.ts';

/** Refuses a batch or options that are not valid. Throws {@link RequestValidationError}. */
export function openBatch(
  deps: WaitDeps,
  name: string,
  batch: BatchReference,
  options: ClipWaitOptions,
): Work<BatchProgress> {
  requireOptions(name, options, clipWaitChecks, refusedWait);
  const { job_id, batch_id, clips } = Object(batch);
  const problem = job_id
    ? `is a job: pass it to ${name.replace('clips', 'jobs')}`
    : 'is not a batch of clips: await the call that returns it';
  if (!batch_id && !clips) throw invalidArgument(name, 'batch', problem, refusedWait);
  requireValid(name, batchReferenceSchema(), batch, refusedWait);
  // Cast: of a batch that a caller has stored, the status may be missing, and of its clips all but the identifiers.
  const whole = { status: 'running', ...batch, clips: batch.clips ?? [] } as ClipBatch;
  return new BatchWork(deps, name, whole, options);
}

/** One poll has so many requests under way: enough to be fast, few enough not to send a burst. */
const maxConcurrentRequests = 4;

/** The clips of a batch that are followed in one project. */
interface Project {
  readonly list: ProjectList;
  readonly clips: readonly ClipFollower[];
  /** By `job_id`: clips may share a job. */
  readonly jobs: Map<string, JobFollower>;
}

/** The clips of a batch, polled through the jobs of their projects. */
class BatchWork implements Work<BatchProgress> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly options: ClipWaitOptions;
  readonly #deps: WaitDeps;
  readonly #outcomeOf: JobRule;
  /** As the caller passed it. */
  readonly #batch: ClipBatch;
  /** In the order of the clips. */
  readonly #clips: readonly ClipFollower[];
  readonly #projects: readonly Project[];

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, options: ClipWaitOptions) {
    this.name = name;
    this.settings = deps.settings;
    this.options = options;
    this.#deps = deps;
    this.#outcomeOf = jobRule(name, options);
    this.#batch = batch;
    this.#clips = batch.clips.map((clip) => new ClipFollower(clip, options.jobOf !== undefined));
    const followed = this.#open().filter(({ isFollowable }) => isFollowable);
    const byProject = Map.groupBy(followed, ({ clip }) => clip.project_id);
    this.#projects = [...byProject].map(([id, clips]) => ({
      list: deps.jobLists.join(id, this),
      clips,
      jobs: new Map(),
    }));
  }

  async poll(signal: AbortSignal): Promise<Look<BatchProgress>> {
    const known = this.#look(noReply);
    if (known.end !== undefined) return known;
    const lists: ListReply[] = [];
    const open = this.#projects.filter(({ clips }) => clips.some(({ isOpen }) => isOpen));
    await forEachLimited(open, maxConcurrentRequests, async (project) => {
      signal.throwIfAborted();
      lists.push(await this.#pollProject(project, signal));
    });
    const reply = combineReplies(lists);
    return lists.every(({ error, listing }) => !listing && isTransient(error)) ? reply : this.#look(reply);
  }

  async cancel(): Promise<readonly PromiseSettledResult<unknown>[]> {
    const unknown = new Set(this.#open().filter(({ openJobs }) => openJobs.length === 0));
    // What is known first: a list may take long, or never come.
    const known = await this.#cancelJobs(this.#open());
    const projects = this.#projects.filter(({ clips }) => clips.some((clip) => unknown.has(clip)));
    const lists = await settleLimited(projects, maxConcurrentRequests, async (project) => {
      const { error, listing } = await this.#pollProject(project, undefined);
      if (listing === undefined) throw error;
    });
    const unread = lists.filter(({ status }) => status === 'rejected');
    return [...known, ...unread, ...(await this.#cancelJobs([...unknown]))];
  }

  close(): void {
    for (const { list } of this.#projects) list.leave(this);
  }

  timeoutError(message: string, limit: TimeLimit, options: ErrorOptions): Error {
    const batch = withClipStates(this.#batch, this.#clips);
    return waitTimeoutError(message, limit, { job: null, batch }, options, this.settings);
  }

  /** A list that cannot be read is a reply like others: it keeps no other from being asked and used. */
  async #pollProject({ list, clips, jobs }: Project, signal: AbortSignal | undefined): Promise<ListReply> {
    const reply = await list.poll(this, signal);
    const { listing, error } = reply;
    if (isOfAllCalls(error)) throw error;
    if (isTransient(error)) return reply;
    const open = clips.filter(({ isOpen }) => isOpen);
    for (const follower of open) {
      for (const job of listing ? this.#jobsOf(follower.clip, listing) : []) {
        const known = jobs.get(job.job_id) ?? new JobFollower(this.#deps.api, this.#outcomeOf, job, job);
        jobs.set(job.job_id, known);
        follower.jobs.add(known);
      }
    }
    const followed = new Set(open.flatMap((follower) => [...follower.jobs]));
    const looks = new Map<JobFollower, JobLook>();
    await forEachLimited([...followed], maxConcurrentRequests, async (job) => {
      if (job.outcome === undefined) looks.set(job, await job.look(listing, signal));
    });
    for (const follower of open) follower.update(looks, error);
    return { ...reply, ...combineReplies([reply, ...looks.values()]), receivedAt: reply.receivedAt };
  }

  /** The jobs of a clip among those of its project. */
  #jobsOf(clip: Clip, listing: JobListing): readonly Job[] {
    if (clip.export_id) return listing.ofExport(clip.export_id);
    const own = this.options.jobOf?.(clip, listing.jobs);
    if (own === undefined) return [];
    const found = listing.find(Object(own).job_id);
    if (found !== undefined) return [found];
    const problem = 'returned a value that must be one of the jobs, or undefined';
    throw invalidArgument(this.name, 'options.jobOf', problem, { outcome: 'stopped' });
  }

  #look(reply: Reply): Look<BatchProgress> {
    const { settings } = this;
    const state = withClipStates(this.#batch, this.#clips);
    // How the batch as a whole ended, not only its clips.
    const whole = statusOutcome(this.#batch.status);
    const open = this.#open();
    const lost = open.filter(({ isLost }) => isLost);
    const isIncomplete = whole === undefined && (state.clips.length === 0 || missingClips(this.#batch) > 0);
    const isEnded = open.length === 0 || whole === 'failed' || whole === 'canceled';
    if (!isIncomplete && isEnded) {
      const ofClips = outcomeOf(this.#clips.map(({ outcome }) => outcome));
      const end = whole === 'failed' || whole === 'canceled' ? whole : ofClips;
      return { ...reply, state, end, error: batchEndError(state, end, end === whole, settings) };
    }
    if (!isIncomplete && lost.length < open.length) return { ...reply, state };
    const cause = lost.find(({ lostBy }) => lostBy !== undefined)?.lostBy;
    const clips = isIncomplete ? undefined : lost.map(({ clip }) => clip);
    return { ...reply, state, end: 'untrackable', error: untrackableError(state, clips, cause, settings) };
  }

  #open(): readonly ClipFollower[] {
    return this.#clips.filter(({ isOpen }) => isOpen);
  }

  #cancelJobs(clips: readonly ClipFollower[]): Promise<PromiseSettledResult<unknown>[]> {
    // Clips may share a job.
    const jobs = [...new Set(clips.flatMap(({ openJobs }) => openJobs))];
    return settleLimited(jobs, maxConcurrentRequests, (job) => cancelJob(this.#deps.api, job, {}));
  }
}
