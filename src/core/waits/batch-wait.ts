import type { ClipBatch } from '../../contract/clip.ts';
import { batchReferenceSchema } from '../../contract/for-client.ts';
import { forEachLimited, settleLimited } from '../async/concurrency.ts';
import { requireValid } from '../call/validation.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import type { WaitSettings } from '../options/settings.ts';
import { type BatchProgress, type BatchReference, missingClips, outcomeOf, withClipStates } from './batch-state.ts';
import { ClipFollower, type ClipRules, maxConcurrentRequests, ProjectPoller } from './clip-follower.ts';
import { cancelJob } from './job-calls.ts';
import type { ListReply, WaitDeps } from './job-lists.ts';
import { jobRule, statusOutcome } from './job-state.ts';
import { combineReplies, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, TimeLimit, Work } from './polling.ts';
import { batchEndError, untrackableError, waitTimeoutError } from './wait-errors.ts';
import { type ClipWaitOptions, refusedWait, requireClipWaitOptions } from './wait-options.ts';

/** Refuses a batch or options that are not valid. Throws {@link RequestValidationError}. */
export function openBatch(
  deps: WaitDeps,
  name: string,
  batch: BatchReference,
  options: ClipWaitOptions,
): Work<BatchProgress> {
  requireClipWaitOptions(name, options);
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

/** The clips of a batch, polled through the jobs of their projects. */
class BatchWork implements Work<BatchProgress> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly options: ClipWaitOptions;
  readonly #deps: WaitDeps;
  /** As the caller passed it. */
  readonly #batch: ClipBatch;
  /** In the order of the clips. */
  readonly #clips: readonly ClipFollower[];
  readonly #projects: readonly ProjectPoller[];

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, options: ClipWaitOptions) {
    this.name = name;
    this.settings = deps.settings;
    this.options = options;
    this.#deps = deps;
    this.#batch = batch;
    this.#clips = batch.clips.map((clip) => new ClipFollower(clip, options.jobOf !== undefined));
    const followed = this.#open().filter(({ isFollowable }) => isFollowable);
    const byProject = Map.groupBy(followed, ({ clip }) => clip.project_id);
    const rules = { outcomeOf: jobRule(name, options), jobsOf: jobsOf(name, options) };
    this.#projects = [...byProject].map(([id, clips]) => new ProjectPoller(deps, rules, id, clips));
  }

  async poll(signal: AbortSignal): Promise<Look<BatchProgress>> {
    const known = this.#look(noReply);
    if (known.end !== undefined) return known;
    const lists: ListReply[] = [];
    const open = this.#projects.filter((project) => project.isOpen());
    await forEachLimited(open, maxConcurrentRequests, async (project) => {
      signal.throwIfAborted();
      lists.push(await project.poll(signal));
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
      const { error, listing } = await project.poll(undefined);
      if (listing === undefined) throw error;
    });
    const unread = lists.filter(({ status }) => status === 'rejected');
    return [...known, ...unread, ...(await this.#cancelJobs([...unknown]))];
  }

  close(): void {
    for (const project of this.#projects) project.close();
  }

  timeoutError(message: string, limit: TimeLimit, options: ErrorOptions): Error {
    const batch = withClipStates(this.#batch, this.#clips);
    return waitTimeoutError(message, limit, { job: null, batch }, options, this.settings);
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

/** Finds the jobs of a clip among those of its project. */
function jobsOf(name: string, { jobOf }: ClipWaitOptions): ClipRules['jobsOf'] {
  return (clip, listing) => {
    if (clip.export_id) return listing.ofExport(clip.export_id);
    const own = jobOf?.(clip, listing.jobs);
    if (own === undefined) return [];
    const found = listing.find(Object(own).job_id);
    if (found !== undefined) return [found];
    const problem = 'returned a value that must be one of the jobs, or undefined';
    throw invalidArgument(name, 'options.jobOf', problem, { outcome: 'stopped' });
  };
}
