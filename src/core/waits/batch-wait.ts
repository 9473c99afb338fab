import type { ClipBatch } from '../../contract/clip.ts';
import { batchReferenceSchema } from '../../contract/for-client.ts';
import { forEachLimited } from '../async/concurrency.ts';
import type { Api } from '../call/api.ts';
import { requireValid } from '../call/validation.ts';
import type {
  JobCanceledError,
  JobFailedError,
  UntrackableBatchError,
  WaitTimeoutError,
} from '../errors/job-errors.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { type BatchProgress, type BatchReference, clipsInReview, missingClips, withClipStates } from './batch-state.ts';
import {
  type ClipFollower,
  type ClipRules,
  followClips,
  maxConcurrentRequests,
  ProjectPoller,
} from './clip-follower.ts';
import { cancelJob } from './job-calls.ts';
import { groupBy, type ListResult, type WaitDeps } from './job-lists.ts';
import { type JobOutcome, jobRules, statusOutcome } from './job-state.ts';
import { isOfAllCalls, isTransient, type PollResult } from './poll-result.ts';
import {
  type CancelResult,
  type Poller,
  type TimeLimit,
  type WaitSettings,
  waitUntilDone,
  watchStates,
} from './polling.ts';
import {
  batchOutcomeError,
  batchTimeoutError,
  describeIncomplete,
  describeUnknown,
  untrackableBatchError,
} from './wait-errors.ts';
import { type ClipWaitOptions, refusedWait, requireClipWaitOptions } from './wait-options.ts';

/** Yields the batch after every poll, until each clip is final. */
export function watchBatch(
  deps: WaitDeps,
  batch: BatchReference,
  options: ClipWaitOptions,
): AsyncGenerator<BatchProgress, BatchProgress, undefined> {
  return watchStates(() => openPoller(deps, 'clips.watch', batch, options), options);
}

/** Waits until the clips of a batch are final. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export function waitForBatch(deps: WaitDeps, batch: BatchReference, options: ClipWaitOptions): Promise<BatchProgress> {
  return waitUntilDone(() => openPoller(deps, 'clips.wait', batch, options), options);
}

function openPoller(deps: WaitDeps, name: string, batch: BatchReference, options: ClipWaitOptions): BatchPoller {
  requireClipWaitOptions(name, options);
  if (isThenable(batch))
    throw invalidArgument(name, 'batch', 'is a promise: await the call that returns it', refusedWait);
  if (isJob(batch))
    throw invalidArgument(name, 'batch', `is a job: pass it to ${name.replace('clips', 'jobs')}`, refusedWait);
  requireValid(name, batchReferenceSchema(), batch, refusedWait);
  // Cast: of a batch that a caller has stored, the status may be missing, and of its clips all but the identifiers.
  const whole = { status: 'running', ...batch, clips: batch.clips ?? [] } as ClipBatch;
  return new BatchPoller(deps, whole, { ...jobRules(name, options), name, jobOf: options.jobOf });
}

/** Polls the clips of a batch through the jobs of their projects. */
class BatchPoller implements Poller<BatchProgress> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: BatchProgress;
  /** As the caller passed it. */
  readonly #batch: ClipBatch;
  readonly #api: Api;
  /** In the order of the clips, of which those of one export share theirs. */
  readonly #followers: readonly ClipFollower[];
  readonly #projects: readonly ProjectPoller[];

  constructor(deps: WaitDeps, batch: ClipBatch, rules: ClipRules) {
    this.#api = deps.api;
    this.settings = deps.settings;
    this.name = rules.name;
    this.#batch = batch;
    this.#followers = followClips(batch.clips, rules);
    const followable = this.#open().filter(({ isFollowable }) => isFollowable);
    const byProject = groupBy(followable, ({ clip }) => clip.project_id);
    this.#projects = [...byProject].map(([id, clips]) => new ProjectPoller(deps, rules, id, clips));
    this.initial = this.#current();
  }

  isDone(): boolean {
    if (this.#whole === 'failed' || this.#whole === 'canceled') return true;
    return !this.#isIncomplete() && this.#open().length === 0;
  }

  async poll(signal: AbortSignal): Promise<PollResult<BatchProgress>> {
    const results: ListResult[] = [];
    const open = this.#projects.filter((project) => project.isOpen());
    await forEachLimited(open, maxConcurrentRequests, async (project) => {
      signal.throwIfAborted();
      results.push(await project.poll(signal));
    });
    this.#requireAny(results);
    return {
      state: this.#current(),
      error: results.find(({ error }) => error !== undefined)?.error,
      retryAfterSeconds: largest(results.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
      receivedAt: largest(results.map(({ receivedAt }) => receivedAt)),
    };
  }

  async cancel(): Promise<CancelResult> {
    const errors: unknown[] = [];
    const unknown = new Set(this.#open().filter(({ openJobs }) => openJobs.length === 0));
    // What is known first: a list may take long, or never come.
    const known = await this.#cancelJobs(this.#open(), errors);
    const projects = this.#projects.filter(({ clips }) => clips.some((clip) => unknown.has(clip)));
    await forEachLimited(projects, maxConcurrentRequests, async (project) => {
      const { error, listing } = await project.poll(undefined).catch((error) => ({ error, listing: undefined }));
      if (listing === undefined) errors.push(error);
    });
    const found = this.#open().filter((clip) => unknown.has(clip));
    return { canceled: known + (await this.#cancelJobs(found, errors)), errors };
  }

  close(): void {
    for (const project of this.#projects) project.close();
  }

  untrackableError(batch: ClipBatch): UntrackableBatchError | undefined {
    const open = this.#open();
    const lost = open.filter(({ isLost }) => isLost);
    if (!this.#isIncomplete() && lost.length < open.length) return undefined;
    const cause = lost.find(({ lostBy }) => lostBy !== undefined)?.lostBy;
    const clips = batch.clips.filter((_, index) => this.#followers[index]?.isLost);
    const reason = this.#isIncomplete() ? describeIncomplete(batch) : describeUnknown(clips, cause);
    return untrackableBatchError(batch, reason, cause, this.settings);
  }

  outcomeError(batch: ClipBatch, polls: number): JobFailedError | JobCanceledError | undefined {
    const clips = new Set(this.#followers.map(({ outcome }) => outcome));
    return batchOutcomeError(batch, this.#whole, clips, polls, this.settings);
  }

  timeoutError(message: string, limit: TimeLimit, _last: unknown, options: ErrorOptions): WaitTimeoutError {
    const state = this.#current();
    const open = state.clips.filter((_, index) => this.#followers[index]?.isOpen);
    const isAnyJobFound = this.#followers.some(({ job }) => job !== undefined);
    const inReview = clipsInReview(open, isAnyJobFound ? 0 : this.#batch.review_count);
    return batchTimeoutError(message, limit, { state, inReview }, options, this.settings);
  }

  /** How the batch as a whole ended, not only its clips. */
  get #whole(): JobOutcome | undefined {
    return statusOutcome(this.#batch.status);
  }

  /** Whether clips are to come that no poll would show. */
  #isIncomplete(): boolean {
    return this.#whole === undefined && (this.#batch.clips.length === 0 || missingClips(this.#batch) > 0);
  }

  #open(): ClipFollower[] {
    return [...new Set(this.#followers)].filter(({ isOpen }) => isOpen);
  }

  #current(): BatchProgress {
    return withClipStates(this.#batch, this.#followers);
  }

  /** Throws the error of a list where the wait cannot go on without it, or where the whole poll has failed. */
  #requireAny(results: readonly ListResult[]): void {
    const failures = results.filter(({ listing }) => listing === undefined);
    const lasting = failures.filter(({ error }) => !isTransient(error));
    const isNothingKnown = this.#followers.every(({ job, outcome }) => job === undefined && outcome === undefined);
    const isHopeless = lasting.length === failures.length && isNothingKnown;
    const isFailed = failures.length === results.length && (lasting.length === 0 || isHopeless);
    const thrown = failures.find(({ error }) => isOfAllCalls(error)) ?? (isFailed ? failures[0] : undefined);
    if (thrown !== undefined) throw thrown.error;
  }

  /** Returns how many jobs were cancelled. */
  async #cancelJobs(clips: readonly ClipFollower[], errors: unknown[]): Promise<number> {
    // Clips may share a job.
    const jobs = new Set(clips.flatMap((clip) => clip.openJobs));
    const before = errors.length;
    await forEachLimited([...jobs], maxConcurrentRequests, (job) =>
      cancelJob(this.#api, job, {}).then(
        () => undefined,
        (error) => void errors.push(error),
      ),
    );
    return jobs.size - (errors.length - before);
  }
}

// Not `Math.max(...)`, which fails where there are more numbers than the call stack holds.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}

function isJob(value: object): boolean {
  const { job_id, batch_id, clips } = Object(value);
  return typeof job_id === 'string' && batch_id === undefined && clips === undefined;
}

function isThenable(value: object): boolean {
  return typeof Reflect.get(Object(value), 'then') === 'function';
}
