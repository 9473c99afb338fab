import type { Job } from '../../contract/job.ts';
import { readRetryAfter } from '../call/retry.ts';
import { WaitTimeoutError } from '../errors/job-errors.ts';
import { cancelJob, type JobReference, readJob } from './job-calls.ts';
import type { WaitDeps, Watcher } from './job-lists.ts';
import { isPassing, type Poll, type Subject } from './polling.ts';

/** Follows a job: at its status URL, or where several waits are on its project, in the project's jobs. */
export class JobFollower implements Subject<Job> {
  readonly name: string;
  readonly first: Job | undefined;
  readonly isDone: (job: Job) => boolean;
  readonly #deps: WaitDeps;
  readonly #job: JobReference;
  #known: Job | undefined;
  #watcher: Watcher | undefined;

  constructor(deps: WaitDeps, name: string, job: JobReference, isDone: (job: Job) => boolean) {
    this.#deps = deps;
    this.name = name;
    this.isDone = isDone;
    this.#job = job;
    // What is no job at all is refused by the first look.
    this.#learn(typeof job === 'object' && job !== null ? job : undefined);
    this.first = this.#known !== undefined && isWhole(this.#known) ? this.#known : undefined;
  }

  async poll(signal: AbortSignal): Promise<Poll<Job>> {
    // Waits that begin together have all joined a moment later.
    await Promise.resolve();
    const look = (await this.#find(signal)) ?? (await this.#read(signal));
    this.#learn(look.state);
    return look;
  }

  async cancel(last: Job | undefined): Promise<void> {
    await cancelJob(this.#deps.api, last?.cancel_url ? last : this.#job, {});
  }

  leave(): void {
    this.#watcher?.leave();
  }

  timeoutError(message: string, last: Job | undefined): WaitTimeoutError {
    return new WaitTimeoutError(message, { job: last ?? this.#known ?? null, batch: null });
  }

  #learn(job: Job | undefined): void {
    this.#known = job;
    if (typeof job?.project_id === 'string') this.#watcher ??= this.#deps.jobLists.join(job.project_id);
  }

  /** Undefined when the project's jobs do not tell: then the status URL does, or says for certain what is wrong. */
  async #find(signal: AbortSignal): Promise<Poll<Job> | undefined> {
    if (!this.#watcher?.isShared()) return undefined;
    try {
      const { jobs, ...look } = await this.#watcher.poll(signal);
      const state = jobs.find(({ job_id }) => job_id === this.#known?.job_id);
      return state && { ...look, state };
    } catch (error) {
      if (signal.aborted || isPassing(error)) throw error;
      return undefined;
    }
  }

  async #read(signal: AbortSignal): Promise<Poll<Job>> {
    // Always the first state's URL: later ones may leave it out.
    const { data, response } = await readJob(this.#deps.api, this.#job, { signal }).withResponse();
    return { state: data, retryAfterSeconds: readRetryAfter(response.headers), time: performance.now() };
  }
}

// The answer that starts a job may call it final, but never holds what it made: that takes a look.
function isWhole({ status, completed_at, status_url }: Job): boolean {
  return typeof status === 'string' && (Boolean(completed_at) || !status_url);
}
