import type { Job } from '../../contract/job.ts';
import { readRetryAfter } from '../call/retry.ts';
import { JobCanceledError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { RequestValidationError } from '../errors/validation-errors.ts';
import type { ApiResult } from '../results/api-call.ts';
import { percentOf } from './batch-state.ts';
import { cancelJob, retrieveJob } from './job-calls.ts';
import type { JobListSubscription, PolledJobs, WaitDeps } from './job-lists.ts';
import { type JobReference, requireReadable } from './job-reference.ts';
import { errorText, isInReview, type JobRules } from './job-state.ts';
import {
  type CancelResult,
  canceledAdvice,
  failedPoll,
  isOfAllCalls,
  isTransient,
  maxMisses,
  type Poller,
  type PollResult,
  timeoutAdvice,
  type WaitSettings,
} from './polling.ts';
import type { Stored } from './stored.ts';
import { refusedWait } from './wait-checks.ts';
import { isThin, WholeJobs, withListed } from './whole-job.ts';

/** Polls a job: at its status URL, or if several waits share its project, in the list of the project's jobs. */
export class JobPoller implements Poller<Job> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: Job | undefined;
  readonly #deps: WaitDeps;
  readonly #rules: JobRules;
  readonly #reference: JobReference;
  /** The job that the caller passed if it is final, but has to be read whole. */
  readonly #thin: Job | undefined;
  readonly #wholeJobs: WholeJobs;
  #latest: Job | undefined;
  #polls = 0;
  /** Whether a poll has returned a state of the job. */
  #isFound = false;
  /** How many polls in a row have not found the job, which was found before. */
  #misses = 0;
  #subscription: JobListSubscription | undefined;

  constructor(deps: WaitDeps, name: string, reference: JobReference, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.#rules = rules;
    this.#reference = reference;
    this.#wholeJobs = new WholeJobs(deps.api, rules);
    // Cast: of a job that a caller has stored, its status may be missing. What is not valid is refused by the first poll.
    const known = typeof reference === 'object' && reference !== null ? (reference as Job) : undefined;
    const given = known !== undefined && isComplete(known) ? known : undefined;
    this.#thin = given !== undefined && isThin(given, rules) ? given : undefined;
    this.initial = this.#thin === undefined ? given : undefined;
    // Last, since it subscribes, and the rules of the caller may throw.
    this.#update(known);
  }

  isDone(job: Job): boolean {
    return this.#rules.isFinal(job);
  }

  async poll(signal: AbortSignal): Promise<PollResult<Job>> {
    // Waits that begin at the same time have all subscribed after this.
    await Promise.resolve();
    this.#polls += 1;
    const result =
      (await this.#readThin(signal)) ?? (await this.#pollSharedList(signal)) ?? (await this.#pollStatusUrl(signal));
    if (result.state === undefined) return result;
    this.#isFound = true;
    this.#misses = 0;
    this.#update(result.state);
    return result;
  }

  async cancel(last: Job | undefined): Promise<CancelResult> {
    const { api } = this.#deps;
    const isStored = !ownStatusUrl(this.#reference);
    const reference = last?.cancel_url || (isStored && last?.status_url) ? last : this.#reference;
    // Of a job by its URL, that is the status URL, which `cancelJob` would take for the cancel URL.
    const read = typeof reference === 'string' ? await retrieveJob(api, reference, {}) : undefined;
    // Not what the caller has passed: it may be older than the job, or have no status.
    const seen = read ?? last;
    if (seen !== undefined && this.isDone(seen)) return { canceled: 0, errors: [] };
    await cancelJob(api, read ?? reference, {});
    return { canceled: 1, errors: [] };
  }

  close(): void {
    this.#subscription?.unsubscribe();
  }

  untrackableError(): undefined {}

  outcomeError(job: Job): JobFailedError | JobCanceledError | undefined {
    const outcome = this.#rules.outcome(job);
    if (outcome === 'succeeded') return undefined;
    const shown = this.settings.redactor.value(job);
    const state = { job: shown, batch: null };
    if (outcome === 'canceled')
      return new JobCanceledError(`Job ${shown.job_id} was cancelled${canceledAdvice(this.#polls)}`, state);
    // Of the whole job: a copy for an error may have left it out.
    const reason = this.settings.redactor.value(errorText(job.error) ?? job.status);
    return new JobFailedError(`Job ${shown.job_id} failed: ${reason}`, state);
  }

  timeoutError(message: string, last: Job | undefined, options: ErrorOptions): WaitTimeoutError {
    const job = this.settings.redactor.value(last ?? this.#latest ?? null);
    const percent = typeof job?.progress === 'number' ? percentOf(job) : undefined;
    const inReview = isInReview(job?.status) ? 'The job waits' : undefined;
    const seen = { noun: 'job', status: job?.status, percent, inReview } as const;
    return new WaitTimeoutError(message + timeoutAdvice(seen), { job, batch: null }, options);
  }

  #update(job: Job | undefined): void {
    this.#latest = job;
    if (typeof job?.project_id === 'string')
      this.#subscription ??= this.#deps.jobLists.subscribe(job.project_id, Boolean(ownStatusUrl(this.#reference)));
  }

  async #readThin(signal: AbortSignal): Promise<PollResult<Job> | undefined> {
    if (this.#thin === undefined) return undefined;
    const state = await this.#wholeJobs.fromStatusUrl(this.#thin, signal);
    return { state, retryAfterSeconds: null, receivedAt: performance.now() };
  }

  /** Undefined if the list does not contain the job: its status URL then returns its state, or an error that says why. */
  async #pollSharedList(signal: AbortSignal): Promise<PollResult<Job> | undefined> {
    if (!this.#subscription?.isShared()) return undefined;
    const polled = await this.#readSharedList(this.#subscription, signal);
    if (polled === undefined || 'state' in polled) return polled;
    const { jobs, ...result } = polled;
    const listed = jobs.find(({ job_id }) => job_id === this.#latest?.job_id);
    if (listed === undefined) return undefined;
    return { ...result, state: await this.#wholeJobs.fromStatusUrl(this.#withStatusUrl(listed), signal) };
  }

  /** Undefined if the list will never be read; the result of a poll in its place if only this request for it failed. */
  async #readSharedList(
    subscription: JobListSubscription,
    signal: AbortSignal,
  ): Promise<PolledJobs | PollResult<Job> | undefined> {
    try {
      return await subscription.poll(signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return isTransient(error) ? this.#fallBack(subscription, failedPoll(error), signal) : undefined;
    }
  }

  async #fallBack(
    subscription: JobListSubscription,
    failed: PollResult<Job>,
    signal: AbortSignal,
  ): Promise<PollResult<Job>> {
    const own = await subscription
      .fallBack(() => this.#pollStatusUrl(signal))
      .catch((error: unknown) => {
        if (signal.aborted || !isTransient(error)) throw error;
        return failedPoll(error);
      });
    if (own === undefined) return failed;
    // The next poll asks for the list again.
    return { ...own, retryAfterSeconds: Math.max(own.retryAfterSeconds ?? 0, failed.retryAfterSeconds ?? 0) };
  }

  // Of the first state: later ones may omit it.
  #withStatusUrl(job: Job): Job {
    const status_url = ownStatusUrl(this.#reference);
    return status_url ? { ...job, status_url } : job;
  }

  async #pollStatusUrl(signal: AbortSignal): Promise<PollResult<Job>> {
    requireReadable(this.name, this.#reference, refusedWait);
    const retrieved = await this.#retrieve(signal);
    if (retrieved === undefined) return { state: undefined, retryAfterSeconds: null, receivedAt: performance.now() };
    const { data, response } = retrieved;
    const { project_id }: Stored<Job> = typeof this.#reference === 'object' ? this.#reference : {};
    const state = ownStatusUrl(this.#reference)
      ? await this.#wholeJobs.fromList(data, data.project_id || project_id, signal)
      : await this.#wholeJobs.fromStatusUrl(data, signal);
    return { state, retryAfterSeconds: readRetryAfter(response.headers), receivedAt: performance.now() };
  }

  /** Undefined if a list lacks the job, which was found before and may be found again. */
  async #retrieve(signal: AbortSignal): Promise<ApiResult<Job> | undefined> {
    try {
      return await retrieveJob(this.#deps.api, this.#reference, { signal }).withResponse();
    } catch (error) {
      // What was polled before is valid: only the job can be missing.
      if (!(error instanceof RequestValidationError) || !this.#isFound) throw error;
      const retrieved = await this.#retrieveUnlisted(signal);
      if (retrieved !== undefined) return retrieved;
      this.#misses += 1;
      if (this.#misses >= maxMisses) throw error;
      return undefined;
    }
  }

  /** The job that was listed before, from the status URL that it had there; undefined if that cannot be read either. */
  async #retrieveUnlisted(signal: AbortSignal): Promise<ApiResult<Job> | undefined> {
    const known = this.#latest;
    if (!known?.status_url) return undefined;
    try {
      const result = await retrieveJob(this.#deps.api, known, { signal }).withResponse();
      return { ...result, data: withListed(known, result.data) };
    } catch (error) {
      if (signal.aborted || isTransient(error) || isOfAllCalls(error)) throw error;
      return undefined;
    }
  }
}

// Callers without types may pass anything.
function ownStatusUrl(reference: JobReference): string | undefined {
  return typeof reference === 'string' ? reference : Reflect.get(Object(reference), 'status_url');
}

// The response that starts a job may call it final, but never contains its result, which takes a poll.
function isComplete({ status, completed_at, status_url, project_id, result }: Job): boolean {
  const canBePolled = status_url || (project_id && result === undefined);
  return typeof status === 'string' && (Boolean(completed_at) || !canBePolled);
}
