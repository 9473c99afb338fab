import type { Job } from '../../contract/job.ts';
import {
  canBePolled,
  cancelJob,
  type JobFields,
  type JobReference,
  jobFields,
  notListedError,
  projectOf,
} from '../call/job-calls.ts';
import type { LastState } from '../errors/job-errors.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { requireOptions } from '../options/option-checks.ts';
import { missingTarget } from '../options/target.ts';
import { isLean, JobFollower } from './job-follower.ts';
import type { ListReader, ProjectList } from './job-lists.ts';
import { jobRule, statusOutcome } from './job-state.ts';
import { combineReplies, isOfAllCalls, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, WaitCall, Work } from './polling.ts';
import { jobEndError } from './wait-errors.ts';
import { refusedWait, type WaitOptions, waitChecks } from './wait-options.ts';

/** Checks a job and the options, and starts following it. Throws {@link RequestValidationError}. */
export function openJob(call: WaitCall<WaitOptions<Job>>, job: JobReference): Work<Job> {
  const { name, options } = call;
  requireOptions(name, options, waitChecks, refusedWait);
  const { batch_id, clips } = Object(job);
  const fields = jobFields(name, job, 'status_url', refusedWait);
  if (!fields.job_id && (batch_id || clips))
    throw invalidArgument(name, 'job', `is a batch of clips: pass it to ${name.replace('jobs', 'clips')}`, refusedWait);
  return new JobWork(call, fields);
}

/** A job, polled at its status URL, or in its project's job list if several waits share the project. */
class JobWork implements Work<Job>, ListReader {
  readonly call: WaitCall<WaitOptions<Job>>;
  readonly hasOwnUrl: boolean;
  readonly #given: JobFields;
  readonly #follower: JobFollower;
  #list: ProjectList | undefined;

  constructor(call: WaitCall<WaitOptions<Job>>, given: JobFields) {
    this.call = call;
    this.hasOwnUrl = Boolean(given.status_url);
    this.#given = given;
    this.#follower = new JobFollower(call.deps.api, jobRule(call), given, knownState(given));
    if (!this.#follower.isFinal && !canBePolled(given))
      throw invalidArgument(call.name, 'status_url', missingTarget, refusedWait);
    this.#joinList(given);
  }

  async poll(signal: AbortSignal): Promise<Look<Job>> {
    const { job: known, isFinal, rule } = this.#follower;
    // A final state ends the wait if it has all fields, or if no request could add the missing fields.
    if (known && isFinal && !(canBePolled(this.#given) && isLean(known, rule))) return this.#look(known, noReply);
    // Lets all waits that began at the same time join the list first.
    await Promise.resolve();
    const isListNeeded = !this.hasOwnUrl || (!isFinal && this.#list?.isShared(this));
    const list = isListNeeded ? await this.#list?.poll(this, signal) : undefined;
    if (isOfAllCalls(list?.error)) throw list?.error;
    if (list !== undefined && isTransient(list.error) && !list.turns?.has(this)) return list;
    const { job, isLost, ...look } = await this.#follower.look(list?.listing, signal);
    // A hook may have aborted the wait, which has then left its list.
    signal.throwIfAborted();
    if (isLost) throw look.error ?? list?.error ?? notListedError(this.call.deps.api, this.#given.job_id);
    const reply = list ? combineReplies([list, look]) : look;
    if (job === undefined) return reply;
    this.#joinList(job);
    const isEnded = this.#follower.outcome !== undefined;
    return this.#look(isEnded && list === undefined ? await this.#withListed(job, signal) : job, reply);
  }

  async cancel(): Promise<readonly PromiseSettledResult<unknown>[]> {
    const { job, isFinal } = this.#follower;
    return isFinal ? [] : Promise.allSettled([cancelJob(this.call.deps.api, { ...this.#given, ...job }, {})]);
  }

  close(): void {
    this.#list?.leave(this);
  }

  lastState(): LastState {
    // Cast: a stored job may lack its status; the message then omits it.
    const given = this.#given.job_id ? (this.#given as Job) : null;
    return { job: this.#follower.job ?? given, batch: null };
  }

  #look(job: Job, reply: Reply): Look<Job> {
    const end = this.#follower.rule(job);
    return { ...reply, state: job, end, error: end ? jobEndError(job, end, this.call.deps.settings) : reply.error };
  }

  #joinList(job: JobFields): void {
    const projectId = projectOf(job);
    if (projectId !== undefined) this.#list ??= this.call.deps.jobLists.join(projectId, this);
  }

  /** Adds the fields from the job list if the status URL of a finished job returned neither a result nor a file. */
  async #withListed(job: Job, signal: AbortSignal): Promise<Job> {
    const isTold = job.result !== undefined || job.download_url !== undefined;
    if (isTold || this.#list === undefined) return job;
    // Join now, so that lists requested before the job ended are ignored.
    this.#list.join(this);
    const { listing, error } = await this.#list.poll(this, signal);
    if (isOfAllCalls(error) || (isTransient(error) && statusOutcome(job.status) === undefined)) throw error;
    return { ...listing?.find(job.job_id), ...job };
  }
}

/** Returns the state that the caller passed; undefined if it may be only the response that started the job. */
function knownState(job: JobFields): Job | undefined {
  const isState = job.completed_at || job.result !== undefined || !canBePolled(job);
  // Cast: the job has a status.
  return isState && typeof job.status === 'string' ? (job as Job) : undefined;
}
