import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from '../errors/job-errors.ts';
import { AuthenticationError } from '../errors/status-errors.ts';
import {
  type BatchProgress,
  type ClipState,
  failureReason,
  initialOutcome,
  missingClips,
  percentOf,
  withClipStates,
} from './batch-state.ts';
import { clipJobFinder } from './clip-jobs.ts';
import { groupBy } from './group-by.ts';
import { cancelJob } from './job-calls.ts';
import type { JobListSubscription, PolledJobs, WaitDeps } from './job-lists.ts';
import { type JobOutcome, type JobRules, statusOutcome } from './job-state.ts';
import {
  type CancelResult,
  canceledAdvice,
  isTransient,
  type Poller,
  type PollResult,
  retryAfterOf,
  timeoutAdvice,
  type WaitSettings,
} from './polling.ts';
import { redactState } from './redact-state.ts';
import { maxReads, toWholeJob } from './whole-job.ts';

// Enough to be fast, few enough not to send a burst.
const maxConcurrentRequests = 4;

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
  /** The latest state of each clip's job. */
  readonly #jobs = new Map<Clip, Job>();
  /** The most that each clip's jobs have shown, in percent. */
  readonly #progress = new Map<Clip, number>();
  /** How each final clip ended. */
  readonly #outcomes = new Map<Clip, JobOutcome>();
  #polls = 0;
  /** The clips for which the last poll found nothing to wait for. */
  readonly #lost = new Set<Clip>();
  /** The first error for which clips were lost. */
  #lostBy: unknown;
  /** How often the final job of a clip could not be read whole. */
  readonly #failedReads = new Map<Clip, number>();
  /** By `project_id`. */
  readonly #subscriptions: ReadonlyMap<string, JobListSubscription>;

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.#batch = batch;
    this.#rules = rules;
    for (const clip of batch.clips) {
      const outcome = initialOutcome(clip);
      if (outcome !== undefined) this.#outcomes.set(clip, outcome);
      else if (!clip.project_id) this.#lost.add(clip);
    }
    this.#clips = groupBy(batch.clips, ({ project_id }) => project_id);
    const projects = new Set(this.#openClips().flatMap(({ project_id }) => project_id || []));
    this.#subscriptions = new Map([...projects].map((id) => [id, deps.jobLists.subscribe(id)]));
    this.initial = this.#currentState();
  }

  isDone(): boolean {
    if (hasFailed(this.#batch) || isCanceled(this.#batch)) return true;
    return this.#openClips().length === 0 && !this.#isIncomplete();
  }

  async poll(signal?: AbortSignal): Promise<PollResult<BatchProgress>> {
    this.#polls += 1;
    const results = await this.#pollProjects(this.#openClips(), signal);
    return {
      state: this.#currentState(),
      retryAfterSeconds: largest(results.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
      receivedAt: largest(results.map(({ receivedAt }) => receivedAt)),
    };
  }

  async cancel(): Promise<CancelResult> {
    const errors: unknown[] = [];
    const canceled = new Set<string>();
    const cancelJobs = (clips: readonly Clip[]) => {
      // Clips of one project may share a job.
      const jobs = new Map(clips.flatMap((clip) => this.#jobs.get(clip) ?? []).map((job) => [job.job_id, job]));
      return forEachLimited([...jobs.values()], maxConcurrentRequests, (job) =>
        cancelJob(this.#deps.api, job, {}).then(
          () => void canceled.add(job.job_id),
          (error) => void errors.push(error),
        ),
      );
    };
    const open = this.#openClips();
    const unknown = open.filter((clip) => !this.#jobs.has(clip));
    // What is known first: a list may take long, or never come.
    await cancelJobs(open.filter((clip) => this.#jobs.has(clip)));
    await this.#pollProjects(unknown, undefined).catch((error) => void errors.push(error));
    await cancelJobs(unknown.filter((clip) => !this.#outcomes.has(clip)));
    return { canceled: canceled.size, errors };
  }

  /** Asks for the jobs of these clips. One list that cannot be read keeps no other from being asked and used. */
  async #pollProjects(clips: readonly Clip[], signal: AbortSignal | undefined): Promise<ListResult[]> {
    const projects = new Set(clips.map(({ project_id }) => project_id));
    const subscriptions = [...this.#subscriptions].filter(([id]) => projects.has(id));
    const results: ListResult[] = [];
    const failures: ListFailure[] = [];
    await forEachLimited(subscriptions, maxConcurrentRequests, async ([projectId, subscription]) => {
      signal?.throwIfAborted();
      try {
        const result = await subscription.poll(signal);
        await this.#update(this.#clips.get(projectId) ?? [], result.jobs, signal);
        results.push(result);
      } catch (error) {
        failures.push({ projectId, error });
      }
    });
    signal?.throwIfAborted();
    this.#accept(failures, results.length > 0);
    const receivedAt = performance.now();
    return [...results, ...failures.map(({ error }) => ({ retryAfterSeconds: retryAfterOf(error), receivedAt }))];
  }

  /**
   * Throws the error of a list where the wait cannot go on without it; else loses the clips of the lists that will
   * never be read.
   */
  #accept(failures: readonly ListFailure[], isAnyRead: boolean): void {
    const lasting = failures.filter(({ error }) => !isTransient(error));
    // An API key that is refused is refused for all projects.
    const refused = lasting.find(({ error }) => error instanceof AuthenticationError);
    const isAnythingKnown = isAnyRead || this.#jobs.size > 0 || this.#outcomes.size > 0;
    const isHopeless = lasting.length === failures.length && !isAnythingKnown;
    // With transient errors alone, the poll is one that has failed.
    const isSkipped = lasting.length === 0 && !isAnyRead;
    const thrown = refused ?? (isHopeless || isSkipped ? failures[0] : undefined);
    if (thrown !== undefined) throw thrown.error;
    for (const { projectId, error } of lasting) this.#lose(projectId, error);
  }

  /** The list of this project, such as a deleted one, will never be read. */
  #lose(projectId: string, error: unknown): void {
    this.#lostBy ??= error;
    for (const clip of this.#clips.get(projectId) ?? []) if (!this.#outcomes.has(clip)) this.#lost.add(clip);
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) subscription.unsubscribe();
  }

  untrackableError(batch: ClipBatch): UntrackableBatchError | undefined {
    const open = this.#openClips();
    if (!this.#isIncomplete() && open.some((clip) => !this.#lost.has(clip))) return undefined;
    const shown = this.#shown(batch);
    const reason = this.#redact(this.#isIncomplete() ? describeIncomplete(batch) : describeLost(open, this.#lostBy));
    return new UntrackableBatchError(
      `Batch${idOf(shown)} cannot be followed to its end: ${reason}, ` +
        'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete',
      { job: null, batch: shown },
      this.#lostBy === undefined ? {} : { cause: this.#lostBy },
    );
  }

  outcomeError(batch: ClipBatch): JobFailedError | JobCanceledError | undefined {
    const outcomes = new Set(this.#outcomes.values());
    const isEnded = hasFailed(this.#batch) || isCanceled(this.#batch);
    if (!isEnded && (outcomes.size === 0 || outcomes.has('succeeded'))) return undefined;
    const shown = this.#shown(batch);
    const reason = this.#redact(failureReason(batch));
    const state = { job: null, batch: shown };
    const id = idOf(shown);
    const advice = canceledAdvice(this.#polls);
    if (hasFailed(this.#batch)) return new JobFailedError(`Batch${id} failed: ${reason}`, state);
    if (isCanceled(this.#batch)) return new JobCanceledError(`Batch${id} was cancelled${advice}`, state);
    if (outcomes.has('canceled'))
      return new JobCanceledError(`Batch${id} has no successful clip, and at least one was cancelled${advice}`, state);
    return new JobFailedError(`Every clip of batch${id} failed: ${reason}`, state);
  }

  timeoutError(message: string): WaitTimeoutError {
    const state = this.#currentState();
    const batch = this.#shown(state);
    return new WaitTimeoutError(message + timeoutAdvice('batch', batch.status, state.progress), { job: null, batch });
  }

  /** As errors keep it, with what is required first, since a copy is bounded. */
  #shown(batch: ClipBatch): ClipBatch {
    const { batch_id, status, clips, ...rest } = batch;
    const shown: ClipBatch = redactState({ batch_id, status, clips, ...rest }, this.settings);
    return { ...shown, clips: shown.clips ?? [] };
  }

  #redact(text: string): string {
    return redactState(text, this.settings);
  }

  #openClips(): Clip[] {
    return this.#batch.clips.filter((clip) => !this.#outcomes.has(clip));
  }

  /** Whether clips are to come that no poll would show. */
  #isIncomplete(): boolean {
    const { status, clips } = this.#batch;
    return statusOutcome(status) === undefined && (clips.length === 0 || missingClips(this.#batch) > 0);
  }

  async #update(clips: readonly Clip[], jobs: readonly Job[], signal: AbortSignal | undefined): Promise<void> {
    const findJob = clipJobFinder(jobs, clips, this.#rules);
    for (const clip of clips) {
      if (this.#outcomes.has(clip)) continue;
      const job = findJob(clip);
      if (job !== undefined) await this.#updateClip(clip, job, signal);
      // An export that is not listed yet may still appear.
      else if (!clip.export_id) this.#lost.add(clip);
    }
  }

  async #updateClip(clip: Clip, listed: Job, signal: AbortSignal | undefined): Promise<void> {
    this.#lost.delete(clip);
    this.#jobs.set(clip, listed);
    const job = await this.#readWhole(clip, listed, signal);
    if (job === undefined) return;
    this.#jobs.set(clip, job);
    this.#progress.set(clip, Math.max(this.#progress.get(clip) ?? 0, percentOf(job)));
    if (this.#rules.isFinal(job)) this.#outcomes.set(clip, this.#rules.outcome(job));
  }

  /** The job with all its fields; undefined if they are to be read with the next poll. */
  async #readWhole(clip: Clip, listed: Job, signal: AbortSignal | undefined): Promise<Job | undefined> {
    try {
      return await toWholeJob(this.#deps.api, listed, this.#rules, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      const failures = (this.#failedReads.get(clip) ?? 0) + 1;
      this.#failedReads.set(clip, failures);
      // What is listed is final, and says what there is to know but for some fields.
      return failures < maxReads ? undefined : listed;
    }
  }

  #currentState(): BatchProgress {
    const states = this.#batch.clips.map((clip): ClipState => {
      const outcome = this.#outcomes.get(clip);
      const progress = outcome === 'succeeded' ? 100 : (this.#progress.get(clip) ?? 0);
      return { clip, job: this.#jobs.get(clip), outcome, progress };
    });
    return withClipStates(this.#batch, states);
  }
}

type ListResult = Omit<PolledJobs, 'jobs'>;

interface ListFailure {
  readonly projectId: string;
  readonly error: unknown;
}

// Of a batch that can be followed, its identifier may be missing.
function idOf({ batch_id }: ClipBatch): string {
  return batch_id ? ` ${batch_id}` : '';
}

// The batch as a whole, not only its clips.
function hasFailed({ status }: ClipBatch): boolean {
  return statusOutcome(status) === 'failed';
}

function isCanceled({ status }: ClipBatch): boolean {
  return statusOutcome(status) === 'canceled';
}

function describeIncomplete({ clips: { length }, status }: ClipBatch): string {
  return `it lists ${length} ${length === 1 ? 'clip' : 'clips'}, and more are to come (its status is ${status})`;
}

function describeLost(clips: readonly Clip[], error: unknown): string {
  const reason = error instanceof Error ? ` (${error.message})` : '';
  return `no job shows what became of ${clips.map(({ clip_id }) => clip_id).join(', ')}${reason}`;
}

// Not `Math.max(...)`, which fails where there are more numbers than the call stack holds.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}
