import type { Job } from '../../contract/job.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { requireOptions } from '../options/option-checks.ts';
import type { WaitSettings } from '../options/settings.ts';
import { missingTarget } from '../options/target.ts';
import {
  canBePolled,
  cancelJob,
  type JobFields,
  type JobReference,
  jobFields,
  notListedError,
  projectOf,
} from './job-calls.ts';
import { isLean, JobFollower } from './job-follower.ts';
import type { ProjectList, WaitDeps } from './job-lists.ts';
import { jobRule } from './job-state.ts';
import { combineReplies, isOfAllCalls, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, TimeLimit, Work } from './polling.ts';
import { jobEndError, waitTimeoutError } from './wait-errors.ts';
import { refusedWait, type WaitOptions, waitChecks } from './wait-options.ts';

/** Refuses a job or options that are not valid. Throws {@link RequestValidationError}. */
export function openJob(deps: WaitDeps, name: string, job: JobReference, options: WaitOptions<Job>): Work<Job> {
  requireOptions(name, options, waitChecks, refusedWait);
  const { batch_id, clips } = Object(job);
  const fields = jobFields(name, job, 'status_url', refusedWait);
  if (!fields.job_id && (batch_id || clips))
    throw invalidArgument(name, 'job', `is a batch of clips: pass it to ${name.replace('jobs', 'clips')}`, refusedWait);
  return new JobWork(deps, name, fields, options);
}

/** A job, polled at its status URL, or if several waits share its project, in the list of the project's jobs. */
class JobWork implements Work<Job> {
  readonly name: string;
  readonly settings: WaitSettings;
  readonly options: WaitOptions<Job>;
  readonly #deps: WaitDeps;
  readonly #given: JobFields;
  readonly #follower: JobFollower;
  #list: ProjectList | undefined;

  constructor(deps: WaitDeps, name: string, given: JobFields, options: WaitOptions<Job>) {
    this.name = name;
    this.settings = deps.settings;
    this.options = options;
    this.#deps = deps;
    this.#given = given;
    this.#follower = new JobFollower(deps.api, jobRule(name, options), given, knownState(given));
    if (!this.#follower.isFinal && !canBePolled(given))
      throw invalidArgument(name, 'status_url', missingTarget, refusedWait);
    this.#joinList(given);
  }

  async poll(signal: AbortSignal): Promise<Look<Job>> {
    const { job: known, isFinal, outcomeOf } = this.#follower;
    if (known && isFinal && !(canBePolled(known) && isLean(known, outcomeOf))) return this.#look(known, noReply);
    // Waits that begin at the same time all read the list after this.
    await Promise.resolve();
    const hasOwnUrl = Boolean(this.#given.status_url);
    const isListNeeded = !hasOwnUrl || (!isFinal && this.#list?.isShared(this));
    const list = isListNeeded ? await this.#list?.poll(this, signal) : undefined;
    if (isOfAllCalls(list?.error)) throw list?.error;
    const hasTurn = hasOwnUrl && list?.turns?.has(this);
    if (list !== undefined && isTransient(list.error) && !hasTurn) return list;
    const { job, isLost, ...look } = await this.#follower.look(list?.listing, signal);
    if (isLost) throw look.error ?? list?.error ?? notListedError(this.#deps.api, this.#given.job_id);
    // Waits that share a list stay in step, and ask for the next one no earlier than it says.
    const reply = list ? { ...combineReplies([list, look]), receivedAt: list.receivedAt } : look;
    if (job === undefined) return reply;
    this.#joinList(job);
    const isEnded = this.#follower.outcome !== undefined;
    return this.#look(isEnded && list === undefined ? await this.#withListed(job, signal) : job, reply);
  }

  async cancel(): Promise<readonly PromiseSettledResult<unknown>[]> {
    const { job, isFinal } = this.#follower;
    return isFinal ? [] : Promise.allSettled([cancelJob(this.#deps.api, { ...this.#given, ...job }, {})]);
  }

  close(): void {
    this.#list?.leave(this);
  }

  timeoutError(message: string, limit: TimeLimit, options: ErrorOptions): Error {
    // Cast: of a job that a caller has stored, the status may be missing, which the message then does not have.
    const given = this.#given.job_id ? (this.#given as Job) : null;
    const job = this.#follower.job ?? given;
    return waitTimeoutError(message, limit, { job, batch: null }, options, this.settings);
  }

  #look(job: Job, reply: Reply): Look<Job> {
    const end = this.#follower.outcomeOf(job);
    return { ...reply, state: job, end, error: end ? jobEndError(job, end, this.settings) : reply.error };
  }

  #joinList(job: JobFields): void {
    const projectId = projectOf(job);
    if (projectId !== undefined) this.#list ??= this.#deps.jobLists.join(projectId, this);
  }

  /** A final job of which its status URL does not show what came of it, with what the list of its project's jobs shows. */
  async #withListed(job: Job, signal: AbortSignal): Promise<Job> {
    const isTold = job.result !== undefined || job.download_url !== undefined;
    if (isTold || this.#list === undefined) return job;
    const { listing, error } = await this.#list.poll(this, signal);
    if (isOfAllCalls(error)) throw error;
    return { ...listing?.find(job.job_id), ...job };
  }
}

/** The state that the caller has passed. The response that starts a job may call it final, but never has its result. */
function knownState(job: JobFields): Job | undefined {
  const isState = job.completed_at || job.result !== undefined || !canBePolled(job);
  // Cast: it has a status.
  return isState && typeof job.status === 'string' ? (job as Job) : undefined;
}
