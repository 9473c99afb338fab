import type { Job } from '../../contract/job.ts';
import type { JobCanceledError, JobFailedError, WaitTimeoutError } from '../errors/job-errors.ts';
import { cancelJob, notListedError, retrieveJob } from './job-calls.ts';
import { hasStatusUrl, isLean, JobFollower } from './job-follower.ts';
import type { JobListSubscription, ListResult, WaitDeps } from './job-lists.ts';
import { type JobReference, projectOf, readField, requireNoBatch, requireReadable } from './job-reference.ts';
import { type JobRules, jobRules } from './job-state.ts';
import { failedPoll, isOfAllCalls, isTransient, type PollResult } from './poll-result.ts';
import {
  type CancelResult,
  type Poller,
  type TimeLimit,
  type WaitSettings,
  waitUntilDone,
  watchStates,
} from './polling.ts';
import { jobOutcomeError, jobTimeoutError } from './wait-errors.ts';
import { refusedWait, requireWaitOptions, type WaitOptions } from './wait-options.ts';

/** Yields every state of a job until it is final. */
export function watchJob(
  deps: WaitDeps,
  job: JobReference,
  options: WaitOptions<Job>,
): AsyncGenerator<Job, Job, undefined> {
  return watchStates(() => openPoller(deps, 'jobs.watch', job, options), options);
}

/** Waits until a job has succeeded. Throws {@link JobFailedError} and {@link JobCanceledError}. */
export function waitForJob(deps: WaitDeps, job: JobReference, options: WaitOptions<Job>): Promise<Job> {
  return waitUntilDone(() => openPoller(deps, 'jobs.wait', job, options), options);
}

function openPoller(deps: WaitDeps, name: string, job: JobReference, options: WaitOptions<Job>): JobPoller {
  requireWaitOptions(name, options);
  requireNoBatch(name, job, `pass it to ${name.replace('jobs', 'clips')}`, refusedWait);
  return new JobPoller(deps, name, job, jobRules(name, options));
}

/** Polls a job: at its status URL, or if several waits share its project, in the list of the project's jobs. */
class JobPoller implements Poller<Job> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly initial: Job | undefined;
  readonly #deps: WaitDeps;
  readonly #rules: JobRules;
  readonly #reference: JobReference;
  readonly #follower: JobFollower;
  #subscription: JobListSubscription | undefined;

  constructor(deps: WaitDeps, name: string, reference: JobReference, rules: JobRules) {
    this.#deps = deps;
    this.settings = deps.settings;
    this.name = name;
    this.#rules = rules;
    this.#reference = reference;
    const given = wholeJob(reference);
    this.#follower = new JobFollower(deps.api, rules, reference, given);
    this.initial = given !== undefined && hasStatusUrl(given) && isLean(given, rules) ? undefined : given;
    if (given === undefined) requireReadable(name, reference, refusedWait);
    // Last, since the rules of the caller may throw.
    this.#subscribe(reference);
  }

  isDone(job: Job): boolean {
    return this.#rules.isFinal(job);
  }

  async poll(signal: AbortSignal): Promise<PollResult<Job>> {
    // Waits that begin at the same time have all subscribed after this.
    await Promise.resolve();
    const { hasOwnUrl } = this.#follower;
    const isListNeeded = !hasOwnUrl || (this.#subscription?.isShared() && !this.#follower.isFinal());
    const list = isListNeeded ? await this.#subscription?.poll(signal) : undefined;
    if (list?.error !== undefined && !this.#mayReadUrl(list)) {
      if (!isTransient(list.error)) throw list.error;
      return { ...list, state: undefined };
    }
    const look = await this.#follower.look(list?.listing, signal);
    if (look.isLost) throw look.error ?? notListedError(this.#deps.api, readField(this.#reference, 'job_id'));
    const { error, receivedAt } = { ...failedPoll(look.error), ...list };
    // The next poll asks for the list again, no earlier than it says.
    const retryAfterSeconds = Math.max(list?.retryAfterSeconds ?? 0, look.retryAfterSeconds ?? 0);
    if (look.job === undefined) return { state: undefined, error, retryAfterSeconds, receivedAt };
    this.#subscribe(look.job);
    const state = list === undefined ? await this.#withListed(look.job, signal) : look.job;
    return { state, error, retryAfterSeconds, receivedAt };
  }

  async cancel(last: Job | undefined): Promise<CancelResult> {
    const { api } = this.#deps;
    const isStored = !this.#follower.hasOwnUrl;
    const reference = last?.cancel_url || (isStored && last?.status_url) ? last : this.#reference;
    // A job by its URL is its status URL, which `cancelJob` would take for the cancel URL.
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

  outcomeError(job: Job, polls: number): JobFailedError | JobCanceledError | undefined {
    return jobOutcomeError(job, this.#rules.outcome(job), polls, this.settings);
  }

  timeoutError(message: string, limit: TimeLimit, last: Job | undefined, options: ErrorOptions): WaitTimeoutError {
    // Cast: of a job that a caller has stored, its status may be missing, which the message then does not have.
    const given = typeof this.#reference === 'object' ? (this.#reference as Job) : null;
    return jobTimeoutError(message, limit, last ?? given, options, this.settings);
  }

  #subscribe(job: JobReference): void {
    const projectId = projectOf(job);
    if (projectId !== undefined) this.#subscription ??= this.#deps.jobLists.subscribe(projectId);
  }

  /** Whether the job is polled at its own status URL in place of a list that failed. */
  #mayReadUrl({ error, turns }: ListResult): boolean {
    const isTurn = this.#subscription !== undefined && turns?.has(this.#subscription);
    return this.#follower.hasOwnUrl && (!isTransient(error) || isTurn === true);
  }

  /** A final job of which its status URL does not show what came of it, with what the list of its project's jobs shows. */
  async #withListed(job: Job, signal: AbortSignal): Promise<Job> {
    const isTold = job.result !== undefined || job.download_url !== undefined;
    if (isTold || this.#subscription === undefined || !this.isDone(job)) return job;
    const { listing, error } = await this.#subscription.poll(signal);
    if (isOfAllCalls(error)) throw error;
    return { ...listing?.find(job.job_id), ...job };
  }
}

/** The job that the caller has passed, if it is one, and no response that starts a job: that may call it final, but never contains its result, which takes a poll. */
function wholeJob(reference: JobReference): Job | undefined {
  if (typeof reference !== 'object' || reference === null) return undefined;
  const { status, completed_at, result } = reference;
  const canBePolled = hasStatusUrl(reference) || (projectOf(reference) && result === undefined);
  const isWhole = typeof status === 'string' && (Boolean(completed_at) || !canBePolled);
  // Cast: it has a status.
  return isWhole ? (reference as Job) : undefined;
}
