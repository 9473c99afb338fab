import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { JobCanceledError, JobFailedError, UntrackableBatchError, WaitTimeoutError } from '../errors/job-errors.ts';
import { type ClipState, failureReason, initialOutcome, missingClips, withClipStates } from './batch-state.ts';
import { findClipJob } from './clip-jobs.ts';
import { cancelJob } from './job-calls.ts';
import type { JobListSubscription, PolledJobs, WaitDeps } from './job-lists.ts';
import { type JobOutcome, type JobRules, statusOutcome } from './job-state.ts';
import type { Poller, PollResult, WaitSettings } from './polling.ts';
import { redactState } from './redact-state.ts';
import { toWholeJob } from './whole-job.ts';

// Enough to be fast, few enough not to send a burst.
const maxConcurrentRequests = 4;

/** Polls the clips of a batch through the jobs of their projects. */
export class BatchPoller implements Poller<ClipBatch> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: ClipBatch;
  readonly #deps: WaitDeps;
  readonly #rules: JobRules;
  /** The latest state of each clip's job, by `clip_id`. */
  readonly #jobs = new Map<string, Job>();
  /** How each final clip ended, by `clip_id`. */
  readonly #outcomes = new Map<string, JobOutcome>();
  /** The `clip_id` of each clip for which the last poll found nothing to wait for. */
  readonly #lost = new Set<string>();
  /** By `project_id`. */
  readonly #subscriptions: ReadonlyMap<string, JobListSubscription>;

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.initial = batch;
    this.#rules = rules;
    for (const clip of batch.clips) {
      const outcome = initialOutcome(clip);
      if (outcome !== undefined) this.#outcomes.set(clip.clip_id, outcome);
      else if (!clip.project_id) this.#lost.add(clip.clip_id);
    }
    const projects = new Set(this.#openClips().flatMap(({ project_id }) => project_id || []));
    this.#subscriptions = new Map([...projects].map((id) => [id, deps.jobLists.subscribe(id)]));
  }

  isDone(): boolean {
    if (hasFailed(this.initial) || isCanceled(this.initial)) return true;
    return this.#openClips().length === 0 && !this.#isIncomplete();
  }

  async poll(signal?: AbortSignal): Promise<PollResult<ClipBatch>> {
    const open = this.#openClips();
    const subscriptions = [...this.#subscriptions].filter(([id]) => open.some((clip) => clip.project_id === id));
    const results: PolledJobs[] = [];
    // Each list is used as soon as it arrives, so that the failure of another one does not lose it.
    await forEachLimited(subscriptions, maxConcurrentRequests, async ([projectId, subscription]) => {
      const result = await subscription.poll(signal);
      for (const clip of open) if (clip.project_id === projectId) await this.#update(clip, result.jobs, signal);
      results.push(result);
    });
    return {
      state: this.#currentState(),
      retryAfterSeconds: largest(results.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0)),
      receivedAt: largest(results.map(({ receivedAt }) => receivedAt)),
    };
  }

  async cancel(): Promise<number> {
    await this.poll();
    const jobs = this.#openClips().flatMap(({ clip_id }) => this.#jobs.get(clip_id) ?? []);
    await forEachLimited(jobs, maxConcurrentRequests, async (job) => void (await cancelJob(this.#deps.api, job, {})));
    return jobs.length;
  }

  close(): void {
    for (const subscription of this.#subscriptions.values()) subscription.unsubscribe();
  }

  untrackableError(batch: ClipBatch): UntrackableBatchError | undefined {
    const open = this.#openClips();
    if (!this.#isIncomplete() && open.some(({ clip_id }) => !this.#lost.has(clip_id))) return undefined;
    const shown = redactState(batch, this.settings);
    return new UntrackableBatchError(
      `Batch ${shown.batch_id} cannot be followed to its end: ${this.#isIncomplete() ? describeIncomplete(shown) : describeLost(open)}, ` +
        'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete',
      { job: null, batch: shown },
    );
  }

  outcomeError(batch: ClipBatch): JobFailedError | JobCanceledError | undefined {
    const shown = redactState(batch, this.settings);
    const state = { job: null, batch: shown };
    const id = shown.batch_id;
    if (hasFailed(this.initial)) return new JobFailedError(`Batch ${id} failed: ${failureReason(shown)}`, state);
    if (isCanceled(this.initial)) return new JobCanceledError(`Batch ${id} was cancelled`, state);
    const outcomes = [...this.#outcomes.values()];
    if (outcomes.length === 0 || outcomes.includes('succeeded')) return undefined;
    if (outcomes.includes('canceled'))
      return new JobCanceledError(`Batch ${id} has no successful clip, and at least one was cancelled`, state);
    return new JobFailedError(`Every clip of batch ${id} failed: ${failureReason(shown)}`, state);
  }

  timeoutError(message: string, last: ClipBatch | undefined): WaitTimeoutError {
    return new WaitTimeoutError(message, { job: null, batch: redactState(last ?? this.initial, this.settings) });
  }

  #openClips(): Clip[] {
    return this.initial.clips.filter(({ clip_id }) => !this.#outcomes.has(clip_id));
  }

  /** Whether clips are to come that no poll would show. */
  #isIncomplete(): boolean {
    const { status, clips } = this.initial;
    return statusOutcome(status) === undefined && (clips.length === 0 || missingClips(this.initial) > 0);
  }

  async #update(clip: Clip, jobs: readonly Job[], signal: AbortSignal | undefined): Promise<void> {
    const { clip_id, export_id } = clip;
    const listed = findClipJob(clip, jobs, this.initial.clips, this.#rules);
    // An export that is not listed yet may still appear.
    if (listed === undefined && !export_id) this.#lost.add(clip_id);
    if (listed === undefined) return;
    this.#lost.delete(clip_id);
    const job = await toWholeJob(this.#deps.api, listed, this.#rules, signal);
    this.#jobs.set(clip_id, job);
    if (this.#rules.isFinal(job)) this.#outcomes.set(clip_id, this.#rules.outcome(job));
  }

  #currentState(): ClipBatch {
    const states = this.initial.clips.map((clip): ClipState => {
      return { clip, job: this.#jobs.get(clip.clip_id), outcome: this.#outcomes.get(clip.clip_id) };
    });
    return withClipStates(this.initial, states);
  }
}

// The batch as a whole, not only its clips.
function hasFailed({ status, clips, last_error_message }: ClipBatch): boolean {
  return statusOutcome(status) === 'failed' || (clips.length === 0 && Boolean(last_error_message));
}

function isCanceled({ status }: ClipBatch): boolean {
  return statusOutcome(status) === 'canceled';
}

function describeIncomplete({ clips: { length }, status }: ClipBatch): string {
  return `it lists ${length} ${length === 1 ? 'clip' : 'clips'}, and more are to come (its status is ${status})`;
}

function describeLost(clips: readonly Clip[]): string {
  return `no job shows what became of ${clips.map(({ clip_id }) => clip_id).join(', ')}`;
}

// Not `Math.max(...)`, which fails where there are more numbers than the call stack holds.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}
