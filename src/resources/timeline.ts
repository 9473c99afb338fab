import type { TimelineAtQuery, TimelineAtResult } from '../contract/timeline.ts';
import type { BatchMoveParams, BatchMoveResult, BatchTrimParams, BatchTrimResult } from '../contract/timeline-batch.ts';
import type {
  UpdateEffectParams,
  UpdateEffectResult,
  UpdateMediaParams,
  UpdateMediaResult,
} from '../contract/timeline-item.ts';
import type { Api } from '../core/call/api.ts';
import { checkFailedItems } from '../core/call/failed-items.ts';
import type { BatchOptions, CallOptions, IdempotentCallOptions } from '../core/options/options.ts';
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

  /**
   * Sets new start times of items. If some cannot be moved, the others are: the call resolves nevertheless, with
   * `success: false` and `failed_items`, unless `rejectOnFailedItems` is true.
   *
   * @throws `PartialFailureError` with `rejectOnFailedItems`, when items failed.
   * @example
   * ```ts
   * const items = [{ timeline_item_id: itemId, new_start_seconds: 4.5 }];
   * await client.timeline.batchMove(projectId, { items }, { rejectOnFailedItems: true });
   * ```
   */
  batchMove(
    projectId: string,
    params: BatchMoveParams,
    options: CallOptions & BatchOptions = {},
  ): ApiCall<BatchMoveResult> {
    const call = this.#api.call('timeline.batchMove', { path: { projectId }, body: params }, options);
    return checkFailedItems(this.#api, 'timeline.batchMove', call, options);
  }

  /**
   * Trims items at the start or end. If some cannot be trimmed, the others are: the call resolves nevertheless, with
   * `success: false` and `failed_items`, unless `rejectOnFailedItems` is true.
   *
   * @throws `PartialFailureError` with `rejectOnFailedItems`, when items failed.
   * @example
   * ```ts
   * const items = [{ timeline_item_id: itemId, trim_end_seconds: 0.5 }];
   * const { success, failed_items } = await client.timeline.batchTrim(projectId, { items });
   * ```
   */
  batchTrim(
    projectId: string,
    params: BatchTrimParams,
    options: IdempotentCallOptions & BatchOptions = {},
  ): ApiCall<BatchTrimResult> {
    const call = this.#api.call('timeline.batchTrim', { path: { projectId }, body: params }, options);
    return checkFailedItems(this.#api, 'timeline.batchTrim', call, options);
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
