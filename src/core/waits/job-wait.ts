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
import { type FollowedJob, type JobHandle, openHandle } from '../results/checks.ts';
import { isLean, JobFollower } from './job-follower.ts';
import type { ListReader, ProjectList } from './job-lists.ts';
import { jobRule, statusOutcome } from './job-state.ts';
import { combineReplies, isOfAllCalls, isTransient, noReply, type Reply } from './poll-result.ts';
import type { Look, WaitCall, Work } from './wait.ts';
import { jobEndError } from './wait-errors.ts';
import { refusedWait, type WaitOptions, waitChecks } from './wait-options.ts';

/** Checks a job and the options, and starts following it. Throws {@link RequestValidationError}. */
export function openJob(call: WaitCall<WaitOptions<Job>>, given: JobReference | JobHandle): Work<Job> {
  const { name, options } = call;
  requireOptions(name, options, waitChecks, refusedWait);
  const work = openHandle<JobReference>(name, 'job', given);
  const { batch_id, clips, batch } = Object(work);
  const fields = jobFields(name, work, 'status_url', refusedWait);
  if (!fields.job_id && (batch_id || clips || batch))
    throw invalidArgument(name, 'job', `is a batch of clips: pass it to ${name.replace('jobs', 'clips')}`, refusedWait);
  // The response that started a job is not a state of the job: its status may be about the start.
  const isState = work !== given || fields.completed_at || fields.result !== undefined || !canBePolled(fields);
  return new JobWork(call, new JobFollower(call.deps.api, jobRule(call), fields, Boolean(isState)));
}

/** A job, polled at its status URL, or in its project's job list if it has no URL or several waits share the list. */
class JobWork implements Work<Job>, ListReader {
  readonly call: WaitCall<WaitOptions<Job>>;
  readonly hasOwnUrl: boolean;
  readonly #follower: JobFollower;
  #list: ProjectList | undefined;

  constructor(call: WaitCall<WaitOptions<Job>>, follower: JobFollower) {
    this.call = call;
    this.hasOwnUrl = Boolean(follower.reference.status_url);
    this.#follower = follower;
    if (!follower.isFinal && !canBePolled(follower.reference))
      throw invalidArgument(call.name, 'status_url', missingTarget, refusedWait);
    this.#joinList(follower.reference);
  }

  async poll(signal: AbortSignal): Promise<Look<Job>> {
    const { job: known, isFinal, rule, reference } = this.#follower;
    // A final state ends the wait if it has all fields, or if no request could add the missing fields.
    if (known && isFinal && !(canBePolled(reference) && isLean(known, rule))) return this.#look(known, noReply);
    // Lets all waits that began at the same time join the list first.
    await Promise.resolve();
    const isListNeeded = !this.hasOwnUrl || (!isFinal && this.#list?.isShared(this));
    const list = isListNeeded ? await this.#list?.poll(this, signal) : undefined;
    if (isOfAllCalls(list?.error)) throw list?.error;
    if (list !== undefined && isTransient(list.error) && !list.turns?.has(this)) return list;
    const { job, isLost, ...look } = await this.#follower.look(list?.listing, signal);
    // A hook may have aborted the wait. An aborted wait has already left its list.
    signal.throwIfAborted();
    const reply = list ? combineReplies([list, look]) : look;
    const error = look.error ?? list?.error ?? notListedError(this.call.deps.api, reference.job_id);
    if (isLost) return { ...reply, end: 'untrackable', error };
    if (job === undefined) return reply;
    this.#joinList(job);
    const isEnded = this.#follower.outcome !== undefined;
    return this.#look(isEnded && list === undefined ? await this.#withListed(job, signal) : job, reply);
  }

  async cancel(): Promise<readonly PromiseSettledResult<unknown>[]> {
    const { job, isFinal, reference } = this.#follower;
    return isFinal ? [] : Promise.allSettled([cancelJob(this.call.deps.api, { ...reference, ...job }, {})]);
  }

  close(): void {
    this.#list?.leave(this);
  }

  eventIds(): readonly (string | null | undefined)[] {
    const { job_id, export_id } = this.#follower.followed();
    return [job_id, export_id];
  }

  followed(): FollowedJob {
    // With the status URL of a listed job, the next check would no longer read the list, as this one does.
    return { ...this.#follower.followed(), status_url: this.#follower.reference.status_url };
  }

  lastState(): LastState {
    const { job, reference } = this.#follower;
    // Cast: a stored job may lack its status, which the message omits in this case.
    return { job: job ?? (reference.job_id ? (reference as Job) : null), batch: null };
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
