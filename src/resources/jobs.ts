import type { Job } from '../contract/job.ts';
import { type CancelOptions, cancelJob, type JobReference, listJobs, retrieveJob } from '../core/call/job-calls.ts';
import type { CallOptions, CheckOptions, ReadOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';
import type { JobCheck, JobHandle } from '../core/results/checks.ts';
import type { WaitDeps } from '../core/waits/job-lists.ts';
import { openJob } from '../core/waits/job-wait.ts';
import { checkWork, waitForWork, watchWork } from '../core/waits/polling.ts';
import type { WaitOptions } from '../core/waits/wait-options.ts';

/** Long-running jobs. */
export class Jobs {
  readonly #deps: WaitDeps;

  /** @internal */
  constructor(deps: WaitDeps) {
    this.#deps = deps;
  }

  /**
   * Lists the jobs of a project.
   *
   * @example
   * ```ts
   * for (const { job_id, status, progress } of await client.jobs.list(projectId)) console.log(job_id, status, progress);
   * ```
   */
  list(projectId: string, options: ReadOptions = {}): ApiCall<Job[]> {
    return listJobs(this.#deps.api, projectId, options);
  }

  /**
   * Retrieves the current state of a job. Pass a job, the response that started it, its ids, or its status URL. A job
   * without a status URL is looked up in its project's job list. Redirects of a status URL are followed on
   * the base URL's origin and on trusted origins.
   *
   * @throws `RequestValidationError` when the URL is neither on the origin of the base URL nor on a trusted one, or
   * when the job has no URL and is not among the jobs of its project.
   * @example
   * ```ts
   * const { status, error } = await client.jobs.retrieve({ project_id: projectId, job_id: jobId });
   * ```
   */
  retrieve(job: JobReference, options: CallOptions = {}): ApiCall<Job> {
    return retrieveJob(this.#deps.api, job, options);
  }

  /**
   * Cancels a job. Pass a job, the response that started it, its ids, or its cancel URL. The specification does not
   * show the response, so any field of the result may be missing.
   *
   * @throws `RequestValidationError` when there is no cancel URL, or it is neither on the origin of the base URL nor on
   * a trusted one.
   * @example
   * ```ts
   * const started = await client.audio.generateSound({ prompt: 'Applause' });
   * await client.jobs.cancel(started);
   * // Or let `controller.abort()` end the wait and cancel the job.
   * await client.jobs.wait(started, { signal: controller.signal, cancelOnAbort: true });
   * ```
   */
  cancel(job: JobReference, options: CancelOptions = {}): ApiCall<Partial<Job>> {
    return cancelJob(this.#deps.api, job, options);
  }

  /**
   * Polls a job once, and returns the result that a wait would have. Store the `handle` of the result, and pass it to
   * the next check, which may be in another process. A check that receives no response rejects like a call. Check again
   * with the same handle.
   *
   * @throws `RequestValidationError` when the argument is neither a job nor a handle; the errors of
   * {@link Jobs.retrieve} when there is no response, or no call can succeed.
   * @example
   * ```ts
   * const { handle } = await client.jobs.check({ job_id: 'j1', project_id: 'p1' });
   * const stored = JSON.stringify(handle);
   * // Later, in any process:
   * const { state, job, error } = await client.jobs.check(JSON.parse(stored));
   * if (state !== 'pending') console.log(state, job?.download_url, error?.message);
   * ```
   */
  check(job: JobReference | JobHandle, options: CheckOptions = {}): Promise<JobCheck> {
    return checkWork('job', () => openJob({ name: 'jobs.check', options, deps: this.#deps }, job));
  }

  /**
   * Yields every state of a job, and ends after the final state, even if the job failed.
   *
   * @throws `WaitTimeoutError` when `timeout` has passed; `AbortError` when the signal is aborted.
   * @example
   * ```ts
   * for await (const { status, progress } of client.jobs.watch(job)) console.log(status, progress);
   * ```
   */
  watch(job: JobReference | JobHandle, options: WaitOptions<Job> = {}): AsyncGenerator<Job, Job, undefined> {
    return watchWork(() => openJob({ name: 'jobs.watch', options, deps: this.#deps }, job));
  }

  /**
   * Waits until a job has succeeded, and resolves to its last state. Waits on jobs of the same project share their
   * polls. If the passed job has already ended, it is read again only if fields are missing, as `list` may omit some.
   *
   * @throws `JobFailedError` when the job failed; `JobCanceledError` when it was canceled; `WaitTimeoutError` when
   * `timeout` has passed; `AbortError` when the signal is aborted. The first three have the last state as `job`, which
   * is null for a `WaitTimeoutError` if no state was received.
   * @example
   * ```ts
   * const started = await client.audio.generateSound({ prompt: 'Applause' });
   * const { download_url } = await client.jobs.wait(started, { timeout: 60_000 });
   * ```
   */
  wait(job: JobReference | JobHandle, options: WaitOptions<Job> = {}): Promise<Job> {
    return waitForWork(() => openJob({ name: 'jobs.wait', options, deps: this.#deps }, job));
  }
}
