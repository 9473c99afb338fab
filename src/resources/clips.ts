import { looseObject } from 'zod/mini';
import type { ClipBatch, GenerateClipsParams } from '../contract/clip.ts';
import type { IdempotentCallOptions } from '../core/options/options.ts';
import { type ApiCall, mapResult } from '../core/results/api-call.ts';
import { batchRequiredSchema, waitForBatch, watchBatch } from '../core/waits/batch-wait.ts';
import type { WaitDeps } from '../core/waits/job-lists.ts';
import type { WaitOptions } from '../core/waits/polling.ts';

/** Clips that are cut from a long video. */
export class Clips {
  readonly #deps: WaitDeps;

  /** @internal */
  constructor(deps: WaitDeps) {
    this.#deps = deps;
  }

  /**
   * Starts to turn a long video into clips, and gives the batch that they form.
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
    return mapResult(
      this.#deps.api.call('clips.generate', { body: params }, options, requiredSchema),
      ({ data }) => data.batch,
    );
  }

  /**
   * Gives the batch after every look at its clips' exports, until each is final, however it ends. No endpoint reads a
   * batch again, so the clips are followed through the jobs of their projects: by `export_id`, or for a clip without one
   * by the project's jobs that have none either. A clip without such a job has nothing to wait for. What is brought up to
   * date: each clip's `status`, `download_url` and `error_message`, and the batch's `rendered_count` and `failed_count`.
   *
   * @throws `WaitTimeoutError` when `timeout` has passed; `AbortError` when the signal has fired.
   * @example
   * ```ts
   * for await (const { rendered_count, clips } of client.clips.watch(batch)) {
   *   console.log(`${rendered_count} of ${clips.length}`);
   * }
   * ```
   */
  watch(batch: ClipBatch, options: WaitOptions<ClipBatch> = {}): AsyncGenerator<ClipBatch, ClipBatch, undefined> {
    return watchBatch(this.#deps, batch, options);
  }

  /**
   * Waits until every clip is final, followed as {@link Clips.watch} does. A batch of which some clips failed is given like
   * any other: `failed_count` and each clip's `error_message` tell.
   *
   * @throws `JobFailedError` when the batch or all of its clips failed; `JobCanceledError` when none was finished and at
   * least one was cancelled; `WaitTimeoutError` when `timeout` has passed; `AbortError` when the signal has fired. The
   * first three carry the last state as `batch`.
   */
  wait(batch: ClipBatch, options: WaitOptions<ClipBatch> = {}): Promise<ClipBatch> {
    return waitForBatch(this.#deps, batch, options);
  }
}

const requiredSchema = /* @__PURE__ */ looseObject({ batch: batchRequiredSchema });
