import type { TimelineAtQuery, TimelineAtResult } from '../contract/timeline.ts';
import type { BatchMoveParams, BatchMoveResult, BatchTrimParams, BatchTrimResult } from '../contract/timeline-batch.ts';
import type {
  UpdateEffectParams,
  UpdateEffectResult,
  UpdateMediaParams,
  UpdateMediaResult,
} from '../contract/timeline-item.ts';
import type { Api } from '../core/call/api.ts';
import type { CallOptions, IdempotentCallOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** The items on a project's timeline, media and captions, and their effects. */
export class Timeline {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Lists the items that are active at a time.
   *
   * @example
   * ```ts
   * const { items } = await client.timeline.at(projectId, { time_seconds: 12.5 });
   * ```
   */
  at(projectId: string, query: TimelineAtQuery, options: CallOptions = {}): ApiCall<TimelineAtResult> {
    return this.#api.call('timeline.at', { path: { projectId }, query }, options);
  }

  /** Sets new start times of items. Those that cannot be moved are listed in `failed_items`; the call does not fail. */
  batchMove(projectId: string, params: BatchMoveParams, options: CallOptions = {}): ApiCall<BatchMoveResult> {
    return this.#api.call('timeline.batchMove', { path: { projectId }, body: params }, options);
  }

  /**
   * Trims items at the start or end. Those that cannot be trimmed are listed in `failed_items`; the call does not fail.
   */
  batchTrim(projectId: string, params: BatchTrimParams, options: IdempotentCallOptions = {}): ApiCall<BatchTrimResult> {
    return this.#api.call('timeline.batchTrim', { path: { projectId }, body: params }, options);
  }

  /** Updates a media item: its position, size, opacity, volume or animation. */
  updateMedia(
    projectId: string,
    timelineItemId: string,
    params: UpdateMediaParams,
    options: CallOptions = {},
  ): ApiCall<UpdateMediaResult> {
    return this.#api.call('timeline.updateMedia', { path: { projectId, timelineItemId }, body: params }, options);
  }

  /** Updates the color-grade effect of an item. */
  updateColorGrade(
    projectId: string,
    timelineItemId: string,
    params: UpdateEffectParams,
    options: CallOptions = {},
  ): ApiCall<UpdateEffectResult> {
    return this.#api.call('timeline.updateColorGrade', { path: { projectId, timelineItemId }, body: params }, options);
  }

  /** Updates the zoom effect of an item. */
  updateZoom(
    projectId: string,
    timelineItemId: string,
    params: UpdateEffectParams,
    options: CallOptions = {},
  ): ApiCall<UpdateEffectResult> {
    return this.#api.call('timeline.updateZoom', { path: { projectId, timelineItemId }, body: params }, options);
  }
}
