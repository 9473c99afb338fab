import type { Job } from '../../contract/job.ts';
import { readRetryAfter } from '../call/retry.ts';
import { JobCanceledError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { percentOf } from './batch-state.ts';
import { cancelJob, retrieveJob } from './job-calls.ts';
import type { JobListSubscription, WaitDeps } from './job-lists.ts';
import { type JobReference, requireReadable } from './job-reference.ts';
import { errorText, type JobRules } from './job-state.ts';
import {
  type CancelResult,
  canceledAdvice,
  isTransient,
  type Poller,
  type PollResult,
  timeoutAdvice,
  type WaitSettings,
} from './polling.ts';
import { redactState } from './redact-state.ts';
import type { Stored } from './stored.ts';
import { refusedWait } from './wait-checks.ts';
import { isThin, maxReads, toWholeJob, withListedFields } from './whole-job.ts';

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
  #latest: Job | undefined;
  #polls = 0;
  /** How often the final job could not be read whole. */
  #failedReads = 0;
  #subscription: JobListSubscription | undefined;

  constructor(deps: WaitDeps, name: string, reference: JobReference, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.#rules = rules;
    this.#reference = reference;
    // Cast: of a job that a caller has stored, its status may be missing. What is not valid is refused by the first poll.
    this.#update(typeof reference === 'object' && reference !== null ? (reference as Job) : undefined);
    const given = this.#latest !== undefined && isComplete(this.#latest) ? this.#latest : undefined;
    this.#thin = given !== undefined && isThin(given, rules) ? given : undefined;
    this.initial = this.#thin === undefined ? given : undefined;
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
    this.#update(result.state);
    return result;
  }

  async cancel(last: Job | undefined): Promise<CancelResult> {
    await cancelJob(this.#deps.api, last?.cancel_url ? last : this.#reference, {});
    return { canceled: 1, errors: [] };
  }

  close(): void {
    this.#subscription?.unsubscribe();
  }

  untrackableError(): undefined {}

  outcomeError(job: Job): JobFailedError | JobCanceledError | undefined {
    const outcome = this.#rules.outcome(job);
    if (outcome === 'succeeded') return undefined;
    const shown = redactState(job, this.settings);
    const state = { job: shown, batch: null };
    if (outcome === 'canceled')
      return new JobCanceledError(`Job ${shown.job_id} was cancelled${canceledAdvice(this.#polls)}`, state);
    // Of the whole job: a copy for an error may have left it out.
    const reason = redactState(errorText(job.error) ?? job.status, this.settings);
    return new JobFailedError(`Job ${shown.job_id} failed: ${reason}`, state);
  }

  timeoutError(message: string, last: Job | undefined): WaitTimeoutError {
    const job = redactState(last ?? this.#latest ?? null, this.settings);
    const percent = typeof job?.progress === 'number' ? percentOf(job) : undefined;
    return new WaitTimeoutError(message + timeoutAdvice('job', job?.status, percent), { job, batch: null });
  }

  #update(job: Job | undefined): void {
    this.#latest = job;
    if (typeof job?.project_id === 'string') this.#subscription ??= this.#deps.jobLists.subscribe(job.project_id);
  }

  async #readThin(signal: AbortSignal): Promise<PollResult<Job> | undefined> {
    if (this.#thin === undefined) return undefined;
    const state = await this.#readWhole(this.#thin, signal);
    return { state, retryAfterSeconds: null, receivedAt: performance.now() };
  }

  /** Undefined if the list does not contain the job: its status URL then returns its state, or an error that says why. */
  async #pollSharedList(signal: AbortSignal): Promise<PollResult<Job> | undefined> {
    if (!this.#subscription?.isShared()) return undefined;
    try {
      const { jobs, ...result } = await this.#subscription.poll(signal);
      const listed = jobs.find(({ job_id }) => job_id === this.#latest?.job_id);
      return (
        listed && {
          ...result,
          state: await this.#readWhole(this.#withStatusUrl(listed), signal),
        }
      );
    } catch (error) {
      if (signal.aborted || isTransient(error)) throw error;
      return undefined;
    }
  }

  /** Throws a transient error where the next poll is to try again. */
  async #readWhole(listed: Job, signal: AbortSignal): Promise<Job> {
    try {
      return await toWholeJob(this.#deps.api, listed, this.#rules, signal);
    } catch (error) {
      this.#failedReads += 1;
      if (signal.aborted || this.#failedReads < maxReads) throw error;
      return listed;
    }
  }

  // Of the first state: later ones may omit it.
  #withStatusUrl(job: Job): Job {
    const status_url =
      typeof this.#reference === 'string' ? this.#reference : Reflect.get(this.#reference, 'status_url');
    return status_url ? { ...job, status_url } : job;
  }

  async #pollStatusUrl(signal: AbortSignal): Promise<PollResult<Job>> {
    requireReadable(this.name, this.#reference, refusedWait);
    const { data, response } = await retrieveJob(this.#deps.api, this.#reference, { signal }).withResponse();
    const { status_url, project_id }: Stored<Job> = typeof this.#reference === 'object' ? this.#reference : {};
    const isListed = typeof this.#reference === 'object' && !status_url;
    const state = isListed
      ? await this.#readWhole(data, signal)
      : await withListedFields(this.#deps.api, data, data.project_id || project_id, this.#rules, signal);
    return { state, retryAfterSeconds: readRetryAfter(response.headers), receivedAt: performance.now() };
  }
}

// The response that starts a job may call it final, but never contains its result, which takes a poll.
function isComplete({ status, completed_at, status_url, project_id, result }: Job): boolean {
  const canBePolled = status_url || (project_id && result === undefined);
  return typeof status === 'string' && (Boolean(completed_at) || !canBePolled);
}
