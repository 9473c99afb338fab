import type { BatchMoveParams, BatchMoveResult, BatchTrimParams, BatchTrimResult } from '../contract/timeline-batch.ts';
import type {
  TimelineAtQuery,
  TimelineAtResult,
  UpdateEffectParams,
  UpdateEffectResult,
  UpdateMediaParams,
  UpdateMediaResult,
} from '../contract/timeline-item.ts';
import type { Api } from '../core/call/api.ts';
import { checkFailedItems } from '../core/call/failed-items.ts';
import type { BatchOptions, IdempotentCallOptions, ReadOptions, WriteOptions } from '../core/options/options.ts';
import type { ApiCall } from '../core/results/api-call.ts';

/** The items on a project's timeline (media and captions) and their effects. */
export class Timeline {
  readonly #api: Api;

  /** @internal */
  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Lists the items that are active `time_seconds` after the start of the timeline. An item is no longer active at its
   * `endSeconds`.
   *
   * @example
   * ```ts
   * const { items } = await client.timeline.at(projectId, { time_seconds: 12.5 });
   * const caption = items.findLast(({ type }) => type === 'caption');
   * ```
   */
  at(projectId: string, query: TimelineAtQuery, options: ReadOptions = {}): ApiCall<TimelineAtResult> {
    return this.#api.call('timeline.at', { path: { projectId }, query }, options);
  }

  /**
   * Sets the start times of items, in seconds from the start of the timeline. If some items cannot be moved, the call
   * moves the others and resolves with `success: false` and `failed_items`, unless `rejectOnFailedItems` is true.
   *
   * @throws `PartialFailureError` when items failed and `rejectOnFailedItems` is true.
   * @example
   * ```ts
   * const items = [{ timeline_item_id: itemId, new_start_seconds: 4.5 }];
   * const { success, failed_items } = await client.timeline.batchMove(projectId, { items });
   * // With this option, the call rejects if an item fails.
   * await client.timeline.batchMove(projectId, { items }, { rejectOnFailedItems: true });
   * ```
   */
  batchMove(
    projectId: string,
    params: BatchMoveParams,
    options: WriteOptions & BatchOptions = {},
  ): ApiCall<BatchMoveResult> {
    const call = this.#api.call('timeline.batchMove', { path: { projectId }, body: params }, options);
    return checkFailedItems(this.#api, 'timeline.batchMove', call, options);
  }

  /**
   * Cuts off a number of seconds at the start or end of items. If some items cannot be trimmed, the call trims the
   * others and resolves with `success: false` and `failed_items`, unless `rejectOnFailedItems` is true.
   *
   * @throws `PartialFailureError` when items failed and `rejectOnFailedItems` is true.
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

  /**
   * Updates a media item: its position, size, opacity, volume or animation. Sizes are in pixels. In the mock, `opacity`
   * ranges from 0 to 1 and `volume` from 0 to 2, and omitted fields do not change.
   *
   * @example
   * ```ts
   * const { updated } = await client.timeline.updateMedia(projectId, itemId, { widthPx: 540, heightPx: 960 });
   * await client.timeline.updateMedia(projectId, musicId, { volume: 0.2 });
   * ```
   */
  updateMedia(
    projectId: string,
    timelineItemId: string,
    params: UpdateMediaParams,
    options: WriteOptions = {},
  ): ApiCall<UpdateMediaResult> {
    return this.#api.call('timeline.updateMedia', { path: { projectId, timelineItemId }, body: params }, options);
  }

  /**
   * Updates an item's color-grade effect. The specification does not show the effect's fields. The mock accepts any
   * fields.
   *
   * @example
   * ```ts
   * const { effect_id } = await client.timeline.updateColorGrade(projectId, itemId, { saturation: 0.8 });
   * ```
   */
  updateColorGrade(
    projectId: string,
    timelineItemId: string,
    params: UpdateEffectParams,
    options: WriteOptions = {},
  ): ApiCall<UpdateEffectResult> {
    return this.#api.call('timeline.updateColorGrade', { path: { projectId, timelineItemId }, body: params }, options);
  }

  /**
   * Updates an item's zoom effect. The specification does not show the effect's fields. The mock accepts any fields.
   *
   * @example
   * ```ts
   * const { effect_id } = await client.timeline.updateZoom(projectId, itemId, { scale: 1.2 });
   * ```
   */
  updateZoom(
    projectId: string,
    timelineItemId: string,
    params: UpdateEffectParams,
    options: WriteOptions = {},
  ): ApiCall<UpdateEffectResult> {
    return this.#api.call('timeline.updateZoom', { path: { projectId, timelineItemId }, body: params }, options);
  }
}
