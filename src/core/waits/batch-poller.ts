import type { Clip, ClipBatch } from '../../contract/clip.ts';
import type { Job } from '../../contract/job.ts';
import { forEachLimited } from '../async/concurrency.ts';
import { JobCanceledError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { cancelJob } from './job-calls.ts';
import type { JobListSubscription, PolledJobs, WaitDeps } from './job-lists.ts';
import { jobOutcome, type Outcome, statusOutcome } from './job-state.ts';
import type { Poller, PollResult, WaitSettings } from './polling.ts';
import { redactState } from './redact-state.ts';

// Enough to be fast, few enough not to send a burst.
const maxConcurrentRequests = 4;

/** Polls the clips of a batch through the jobs of their projects. */
export class BatchPoller implements Poller<ClipBatch> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: ClipBatch;
  readonly #deps: WaitDeps;
  readonly #isFinal: (job: Job) => boolean;
  /** The latest state of the clips' exports, by `clip_id`. */
  readonly #jobs = new Map<string, Job>();
  /** The `clip_id` of each clip that needs no more polls. */
  readonly #finalClips: Set<string>;
  /** By `project_id`. */
  readonly #subscriptions: ReadonlyMap<string, JobListSubscription>;

  constructor(deps: WaitDeps, name: string, batch: ClipBatch, isFinal: (job: Job) => boolean) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.initial = batch;
    this.#isFinal = isFinal;
    this.#finalClips = new Set(batch.clips.filter(isFinalAtStart).map(({ clip_id }) => clip_id));
    const projects = new Set(this.#openClips().map(({ project_id }) => project_id));
    this.#subscriptions = new Map([...projects].map((id) => [id, deps.jobLists.subscribe(id)]));
  }

  isDone(batch: ClipBatch): boolean {
    return hasFailed(batch) || this.#openClips().length === 0;
  }

  async poll(signal?: AbortSignal): Promise<PollResult<ClipBatch>> {
    const open = this.#openClips();
    const subscriptions = [...this.#subscriptions].filter(([id]) => open.some((clip) => clip.project_id === id));
    const results: PolledJobs[] = [];
    // Each list is used as soon as it arrives, so that the failure of another one does not lose it.
    await forEachLimited(subscriptions, maxConcurrentRequests, async ([projectId, subscription]) => {
      const result = await subscription.poll(signal);
      for (const clip of open) if (clip.project_id === projectId) this.#update(clip, result.jobs);
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

  outcomeError(batch: ClipBatch): JobFailedError | JobCanceledError | undefined {
    const shown = redactState(batch, this.settings);
    const state = { job: null, batch: shown };
    const id = shown.batch_id;
    if (hasFailed(batch)) return new JobFailedError(`Batch ${id} failed: ${failureReason(shown)}`, state);
    const outcomes = this.#outcomes();
    if (outcomes.length === 0 || outcomes.includes('succeeded') || outcomes.includes(undefined)) return undefined;
    if (outcomes.includes('canceled'))
      return new JobCanceledError(`Batch ${id} has no successful clip, and at least one was cancelled`, state);
    return new JobFailedError(`Every clip of batch ${id} failed: ${failureReason(shown)}`, state);
  }

  timeoutError(message: string, last: ClipBatch | undefined): WaitTimeoutError {
    return new WaitTimeoutError(message, { job: null, batch: redactState(last ?? this.initial, this.settings) });
  }

  #openClips(): Clip[] {
    return this.initial.clips.filter(({ clip_id }) => !this.#finalClips.has(clip_id));
  }

  #update(clip: Clip, jobs: readonly Job[]): void {
    const ownJobs = jobs.filter((job) => (job.export_id || null) === (clip.export_id || null));
    const job = ownJobs.find((one) => !this.#isFinal(one)) ?? ownJobs.at(-1);
    if (job !== undefined) this.#jobs.set(clip.clip_id, job);
    // An export that is not listed yet may still appear; a clip without an export has nothing to wait for.
    if (job === undefined ? !clip.export_id : this.#isFinal(job)) this.#finalClips.add(clip.clip_id);
  }

  #currentState(): ClipBatch {
    const outcomes = this.#outcomes();
    return {
      ...this.initial,
      clips: this.initial.clips.map((clip) => withJobState(clip, this.#jobs.get(clip.clip_id))),
      rendered_count: outcomes.filter((outcome) => outcome === 'succeeded').length,
      failed_count: outcomes.filter((outcome) => outcome === 'failed').length,
    };
  }

  /** The outcome of each clip; undefined for one that is not final, or whose status names no outcome. */
  #outcomes(): (Outcome | undefined)[] {
    return this.initial.clips.map((clip) => {
      const job = this.#jobs.get(clip.clip_id);
      if (!this.#finalClips.has(clip.clip_id)) return undefined;
      return job === undefined ? statusOutcome(clip.status) : jobOutcome(job);
    });
  }
}

// Not `Math.max(...)`, which fails where there are more numbers than the call stack holds.
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}

// The batch as a whole, not only its clips.
function hasFailed({ status, clips, last_error_message }: ClipBatch): boolean {
  return statusOutcome(status) === 'failed' || (clips.length === 0 && Boolean(last_error_message));
}

function failureReason({ last_error_message, clips, status }: ClipBatch): string {
  return last_error_message ?? clips.find(({ error_message }) => error_message)?.error_message ?? status;
}

// A clip that is `ready` may still wait for its export.
function isFinalAtStart({ status, download_url, export_id }: Clip): boolean {
  const outcome = statusOutcome(status);
  return Boolean(download_url) || (outcome !== undefined && (outcome !== 'succeeded' || !export_id));
}

function withJobState(clip: Clip, job: Job | undefined): Clip {
  if (job === undefined) return clip;
  const { status, download_url = null, error } = job;
  return { ...clip, status, download_url, error_message: error ?? clip.error_message ?? null };
}
