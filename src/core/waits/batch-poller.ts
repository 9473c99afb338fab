import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import type {
  JobCanceledError,
  JobFailedError,
  UntrackableBatchError,
  WaitTimeoutError,
} from '../errors/job-errors.ts';
import {
  batchOutcomeError,
  batchTimeoutError,
  describeIncomplete,
  describeLost,
  untrackableBatchError,
} from './batch-errors.ts';
import { type BatchProgress, clipsInReview, missingClips } from './batch-state.ts';
import { type ClipJobs, clipJobFinder } from './clip-jobs.ts';
import { ClipStates } from './clip-states.ts';
import { groupBy } from './group-by.ts';
import { cancelJob } from './job-calls.ts';
import type { JobListSubscription, PolledJobs, WaitDeps } from './job-lists.ts';
import { type JobOutcome, type JobRules, statusOutcome } from './job-state.ts';
import {
  type CancelResult,
  failedPoll,
  isOfAllCalls,
  isTransient,
  maxConcurrentRequests,
  type Poller,
  type PollResult,
  type WaitSettings,
} from './polling.ts';
import { UnlistedJobs } from './unlisted-jobs.ts';
import { WholeJobs } from './whole-job.ts';

/** Polls the clips of a batch through the jobs of their projects. */
export class BatchPoller implements Poller<BatchProgress> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: BatchProgress;
  /** As the caller passed it. */
  readonly #batch: ClipBatch;
  readonly #deps: WaitDeps;
  readonly #rules: JobRules;
  /** The clips of each project. */
  readonly #clips: ReadonlyMap<string, readonly Clip[]>;
  readonly #states: ClipStates;
  #polls = 0;
  readonly #wholeJobs: WholeJobs;
  readonly #unlistedJobs: UnlistedJobs;
  /** By `project_id`. */
  readonly #subscriptions: ReadonlyMap<string, JobListSubscription>;

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.#batch = batch;
    this.#rules = rules;
    this.#wholeJobs = new WholeJobs(deps.api, rules);
    this.#unlistedJobs = new UnlistedJobs(this.#wholeJobs);
    this.#states = new ClipStates(batch, rules);
    this.#clips = groupBy(batch.clips, ({ project_id }) => project_id);
    const projects = new Set(this.#states.open().flatMap(({ project_id }) => project_id || []));
    this.#subscriptions = new Map([...projects].map((id) => [id, deps.jobLists.subscribe(id, false)]));
    this.initial = this.#states.current();
  }

  isDone(): boolean {
    if (this.#wholeOutcome === 'failed' || this.#wholeOutcome === 'canceled') return true;
    return this.#states.open().length === 0 && !this.#isIncomplete();
  }

  async poll(signal?: AbortSignal): Promise<PollResult<BatchProgress>> {
    this.#polls += 1;
    const results: ListResult[] = [];
    await forEachLimited(this.#projectsOf(this.#states.open()), maxConcurrentRequests, async (project) => {
      signal?.throwIfAborted();
      results.push(await this.#pollProject(project, signal));
    });
    signal?.throwIfAborted();
    this.#accept(results);
    return {
      state: this.#states.current(),
      error: results.find(({ error }) => error !== undefined)?.error,
      retryAfterSeconds: largest(results.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
      receivedAt: largest(results.map(({ receivedAt }) => receivedAt)),
    };
  }

  async cancel(): Promise<CancelResult> {
    const errors: unknown[] = [];
    let canceled = 0;
    const cancelJobs = (clips: readonly Clip[]) => {
      // Clips may share a job. Its identifier need not be one in other projects, too.
      const jobs = new Set(clips.flatMap((clip) => this.#states.jobs.get(clip) ?? []));
      return forEachLimited([...jobs], maxConcurrentRequests, (job) =>
        cancelJob(this.#deps.api, job, {}).then(
          () => {
            canceled += 1;
          },
          (error) => void errors.push(error),
        ),
      );
    };
    const open = this.#states.open();
    const unknown = open.filter((clip) => !this.#states.jobs.has(clip));
    // What is known first: a list may take long, or never come.
    await cancelJobs(open.filter((clip) => this.#states.jobs.has(clip)));
    await forEachLimited(this.#projectsOf(unknown), maxConcurrentRequests, (project) =>
      this.#pollProject(project, undefined).then(
        ({ failure }) => void errors.push(...(failure === undefined ? [] : [failure.error])),
        (error) => void errors.push(error),
      ),
    );
    await cancelJobs(this.#states.open(unknown));
    return { canceled, errors };
  }

  #projectsOf(clips: readonly Clip[]): PolledProject[] {
    const ids = new Set(clips.map(({ project_id }) => project_id));
    return [...this.#subscriptions].filter(([id]) => ids.has(id)).map(([id, subscription]) => ({ id, subscription }));
  }

  /** A list that cannot be read is a result like others: it keeps no other from being asked and used. */
  async #pollProject({ id, subscription }: PolledProject, signal: AbortSignal | undefined): Promise<ListResult> {
    let result: PolledJobs;
    try {
      result = await subscription.poll(signal);
    } catch (error) {
      return { ...failedPoll(error), failure: { projectId: id, error } };
    }
    const error = await this.#update(this.#clips.get(id) ?? [], result.jobs, signal);
    const { retryAfterSeconds } = failedPoll(error);
    return { ...result, error, retryAfterSeconds: Math.max(result.retryAfterSeconds ?? 0, retryAfterSeconds ?? 0) };
  }

  /**
   * Throws the error of a list where the wait cannot go on without it; else loses the clips of the lists that will
   * never be read.
   */
  #accept(results: readonly ListResult[]): void {
    const failures = results.flatMap(({ failure }) => failure ?? []);
    const isAnyRead = failures.length < results.length;
    const lasting = failures.filter(({ error }) => !isTransient(error));
    const common = lasting.find(({ error }) => isOfAllCalls(error));
    const isAnythingKnown = isAnyRead || this.#states.jobs.size > 0 || this.#states.outcomes.size > 0;
    const isHopeless = lasting.length === failures.length && !isAnythingKnown;
    // With transient errors alone, the poll is one that has failed.
    const isSkipped = lasting.length === 0 && !isAnyRead;
    const thrown = common ?? (isHopeless || isSkipped ? failures[0] : undefined);
    if (thrown !== undefined) throw thrown.error;
    for (const { projectId, error } of lasting) this.#lose(projectId, error);
  }

  /** The list of this project, such as a deleted one, cannot be read. */
  #lose(projectId: string, error: unknown): void {
    for (const clip of this.#states.open(this.#clips.get(projectId) ?? [])) this.#states.miss(clip, error);
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) subscription.unsubscribe();
  }

  untrackableError(batch: ClipBatch): UntrackableBatchError | undefined {
    const open = this.#states.open();
    if (!this.#isIncomplete() && open.some((clip) => !this.#states.lost.has(clip))) return undefined;
    const reason = this.#isIncomplete() ? describeIncomplete(batch) : describeLost(open, this.#states.lostBy);
    return untrackableBatchError(batch, reason, this.#states.lostBy, this.settings);
  }

  outcomeError(batch: ClipBatch): JobFailedError | JobCanceledError | undefined {
    const end = { whole: this.#wholeOutcome, clips: new Set(this.#states.outcomes.values()), polls: this.#polls };
    return batchOutcomeError(batch, end, this.settings);
  }

  timeoutError(message: string, _last: unknown, options: ErrorOptions): WaitTimeoutError {
    const state = this.#states.current();
    const inReview = clipsInReview(state, this.#states.jobs.size > 0);
    return batchTimeoutError(message, { state, inReview }, options, this.settings);
  }

  /** How the batch as a whole ended, not only its clips. */
  get #wholeOutcome(): JobOutcome | undefined {
    return statusOutcome(this.#batch.status);
  }

  /** Whether clips are to come that no poll would show. */
  #isIncomplete(): boolean {
    const isOpen = this.#wholeOutcome === undefined;
    return isOpen && (this.#batch.clips.length === 0 || missingClips(this.#batch) > 0);
  }

  /** Returns why jobs could not be read, if that may pass. */
  async #update(clips: readonly Clip[], listed: readonly Job[], signal: AbortSignal | undefined): Promise<unknown> {
    const open = this.#states.open(clips);
    const attributed = open.flatMap((clip) => this.#states.jobs.get(clip) ?? []);
    const unlisted = await this.#unlistedJobs.read(attributed, listed, signal);
    const known = { jobs: this.#states.jobs, gone: unlisted.gone, unlisted: unlisted.jobs };
    const findJobs = clipJobFinder(listed, clips, this.#rules, known);
    const isPending = (clip: Clip) => unlisted.pending.has(this.#states.jobs.get(clip)?.job_id ?? '');
    const found = groupBy(
      open.filter((clip) => !isPending(clip)),
      findJobs,
    );
    await forEachLimited([...found], maxConcurrentRequests, async ([jobs, sharing]) => {
      if (jobs === undefined) this.#missAll(sharing, unlisted.gone);
      else if (jobs.length === 1 && unlisted.jobs.has(jobs[0])) this.#states.setUnlisted(sharing, jobs[0]);
      else await this.#updateListed(sharing, jobs, signal);
    });
    return [...unlisted.pending.values(), ...unlisted.gone.values()].find(isTransient);
  }

  /** `errors`: why the jobs that the clips had cannot be read, by identifier. */
  #missAll(clips: readonly Clip[], errors: ReadonlyMap<string, unknown>): void {
    for (const clip of clips) {
      const known = this.#states.jobs.get(clip);
      const error = errors.get(known?.job_id ?? '');
      // An export of which no job is known yet may still be listed, and a job that cannot be read now may be read later.
      if ((known !== undefined || !clip.export_id) && !isTransient(error)) this.#states.miss(clip, error);
    }
  }

  /** `clips`: those that share the job, which is read whole once for all of them. */
  async #updateListed(
    clips: readonly Clip[],
    [listed, stage]: ClipJobs,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    this.#states.setFound(clips, listed);
    const own = await this.#wholeJobs.fromStatusUrl(listed, signal);
    const isEnough = own === undefined || own.download_url || stage === undefined;
    const last = isEnough ? own : await this.#wholeJobs.fromStatusUrl(stage, signal);
    if (own === undefined || last === undefined) return;
    this.#states.setJob(clips, last.download_url ? last : own);
  }
}

interface PolledProject {
  readonly id: string;
  readonly subscription: JobListSubscription;
}

interface ListResult extends Omit<PolledJobs, 'jobs'> {
  readonly failure?: ListFailure;
  /** Why the list, or a job that is not in it, could not be read this time. */
  readonly error?: unknown;
}

interface ListFailure {
  readonly projectId: string;
  readonly error: unknown;
}

// Not `Math.max(...)`, which fails where there are more numbers than the call stack holds.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}
