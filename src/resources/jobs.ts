import type { Job } from '../contract/job.ts';
import type { CallOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';
import { cancelJob, type JobReference, listJobs, readJob } from '../core/waits/job-calls.ts';
import type { WaitDeps } from '../core/waits/job-lists.ts';
import { waitForJob, watchJob } from '../core/waits/job-wait.ts';
import type { WaitOptions } from '../core/waits/polling.ts';

/** Long-running work. */
export class Jobs {
  readonly #deps: WaitDeps;

  /** @internal */
  constructor(deps: WaitDeps) {
    this.#deps = deps;
  }

  /** Lists the jobs of a project. */
  list(projectId: string, options: CallOptions = {}): ApiCall<Job[]> {
    return listJobs(this.#deps.api, projectId, options);
  }

  /**
   * Reads a job again, by a job, the answer that started it, or its status URL. A job without a URL is looked for among
   * its project's jobs.
   *
   * @throws `RequestValidationError` when the URL is on another origin than the base URL's and the trusted ones, or
   * there is none and the project does not list the job.
   */
  retrieve(job: JobReference, options: CallOptions = {}): ApiCall<Job> {
    return readJob(this.#deps.api, job, options);
  }

  /**
   * Cancels a job, by a job, the answer that started it, or its cancel URL.
   *
   * @throws `RequestValidationError` when there is no URL, or it is on another origin than the base URL's and the trusted
   * ones.
   */
  cancel(job: JobReference, options: CallOptions = {}): ApiCall<Job> {
    return cancelJob(this.#deps.api, job, options);
  }

  /**
   * Gives every state of a job until it is final, however it ends.
   *
   * @throws `WaitTimeoutError` when `timeout` has passed; `AbortError` when the signal has fired.
   * @example
   * ```ts
   * for await (const { status, progress } of client.jobs.watch(job)) console.log(status, progress);
   * ```
   */
  watch(job: JobReference, options: WaitOptions<Job> = {}): AsyncGenerator<Job, Job, undefined> {
    return watchJob(this.#deps, job, options);
  }

  /**
   * Waits for a job's success and gives its last state. Waits that go on at the same time on one project share one look at
   * its jobs a round.
   *
   * @throws `JobFailedError` and `JobCanceledError` when it ended so; `WaitTimeoutError` when `timeout` has passed;
   * `AbortError` when the signal has fired. The first three carry the last state as `job`.
   * @example
   * ```ts
   * const started = await client.audio.generateSound({ prompt: 'Applause' });
   * const { download_url } = await client.jobs.wait(started, { timeout: 60_000 });
   * ```
   */
  wait(job: JobReference, options: WaitOptions<Job> = {}): Promise<Job> {
    return waitForJob(this.#deps, job, options);
  }
}
