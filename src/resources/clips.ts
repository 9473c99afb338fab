import type { ClipBatch, GenerateClipsParams } from '../contract/clip.ts';
import type { IdempotentCallOptions } from '../core/options/options.ts';
import { type ApiCall, mapResult } from '../core/results/api-call.ts';
import type { BatchCheck, BatchHandle, BatchProgress, BatchReference } from '../core/results/checks.ts';
import { openBatch } from '../core/waits/batch-wait.ts';
import type { WaitDeps } from '../core/waits/job-lists.ts';
import { checkWork, waitForWork, watchWork } from '../core/waits/polling.ts';
import type { ClipCheckOptions, ClipWaitOptions } from '../core/waits/wait-options.ts';

/** Short clips made from a long video. */
export class Clips {
  readonly #deps: WaitDeps;

  /** @internal */
  constructor(deps: WaitDeps) {
    this.#deps = deps;
  }

  /**
   * Starts generating clips from a long video, and returns the batch. The batch may not list its clips yet.
   *
   * @example
   * ```ts
   * const batch = await client.clips.generate({
   *   source: { video_site_url: 'https://video.example.com/talk' },
   *   target: { aspect_ratio: '9:16', min_duration_seconds: 20, max_duration_seconds: 45 },
   *   export: { auto_export: true },
   * });
   * const { clips } = await client.clips.wait(batch);
   * ```
   */
  generate(params: GenerateClipsParams, options: IdempotentCallOptions = {}): ApiCall<ClipBatch> {
    return mapResult(this.#deps.api.call('clips.generate', { body: params }, options), ({ data }) => data.batch);
  }

  /**
   * Polls the jobs of a batch's clips once. The `state` is `pending` until all clips are final. If any clip has failed,
   * the batch has failed, although a wait would resolve with the other clips. Store the `handle` of the result, and pass
   * it to the next check, which may be in another process. If a check rejects because it got no response, check again
   * with the same handle.
   *
   * @throws `RequestValidationError` when the argument is neither a batch nor a handle; the error of the
   * call when there is no response, or the API key is refused.
   * @example
   * ```ts
   * const { handle } = await client.clips.check(batch);
   * const stored = JSON.stringify(handle);
   * // Later, in any process:
   * const { state, batch: seen, error } = await client.clips.check(JSON.parse(stored));
   * if (state !== 'pending') console.log(state, seen.rendered_count, error?.message);
   * ```
   */
  check(batch: BatchReference | BatchHandle, options: ClipCheckOptions = {}): Promise<BatchCheck> {
    return checkWork('batch', () => openBatch({ name: 'clips.check', options, deps: this.#deps }, batch));
  }

  /**
   * Yields the batch after each successful poll of its clips' jobs, until each clip is final, whether it succeeded or
   * not. No endpoint returns a batch again, so each clip is followed through the jobs of its project that have its
   * `export_id`. A clip without an export is ignored if it is in review; otherwise, `jobOf` returns the job through
   * which it is followed. Each state has the current `status`, `download_url`, `error_message` and `progress` in percent
   * of each clip, and the counts, the `progress` and at the end the `status` of the batch. To follow a batch that you
   * have stored, pass its ids: `{ batch_id, clips: [{ clip_id, project_id, export_id }] }`.
   *
   * @throws `UntrackableBatchError`, after the last state that can be known, when the batch does not list all clips yet
   * or a clip has no known job; `WaitTimeoutError` when `timeout` has passed; `AbortError` when the signal is aborted.
   * @example
   * ```ts
   * for await (const { progress, rendered_count, clips } of client.clips.watch(batch)) {
   *   console.log(`${progress} %, ${rendered_count} of ${clips.length} clips`);
   * }
   * ```
   */
  watch(
    batch: BatchReference | BatchHandle,
    options: ClipWaitOptions = {},
  ): AsyncGenerator<BatchProgress, BatchProgress, undefined> {
    return watchWork(() => openBatch({ name: 'clips.watch', options, deps: this.#deps }, batch));
  }

  /**
   * Waits until every clip is final, polling like {@link Clips.watch}. Resolves to the batch even if some clips failed:
   * see `failed_count` and each clip's `error_message`.
   *
   * @throws `JobFailedError` when the batch or all of its clips failed; `JobCanceledError` when no clip succeeded and
   * at least one was canceled; `UntrackableBatchError`, immediately, when the batch does not list all of its clips yet,
   * or when the remaining clips have no known job; `WaitTimeoutError` when `timeout` has passed; `AbortError` when the
   * signal is aborted. All but `AbortError` have the last state as `batch`.
   * @example
   * ```ts
   * const { clips, failed_count } = await client.clips.wait(batch, { timeout: 600_000 });
   * for (const { title, download_url } of clips) console.log(title, download_url);
   * ```
   */
  wait(batch: BatchReference | BatchHandle, options: ClipWaitOptions = {}): Promise<BatchProgress> {
    return waitForWork(() => openBatch({ name: 'clips.wait', options, deps: this.#deps }, batch));
  }
}
