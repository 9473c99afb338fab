import { array, optional, record } from './collections.ts';
import { flag, maybe, model, nonEmpty, number, type OpenEnum, openEnum, text } from './model.ts';

/** An item of a batch that was not changed, with the reason. */
export interface BatchFailure {
  timeline_item_id: string;
  /** What is wrong, for people to read. */
  error?: string | null;
  error_code?: OpenEnum<'validation_error'> | null;
  /** Whether the same request may succeed later. */
  retryable?: boolean | null;
  error_details?: Record<string, string> | null;
}

/** The new start time of one item. */
export interface TimelineMove {
  /** At least one character. */
  timeline_item_id: string;
  /** Seconds from the start of the timeline, 0 or more. */
  new_start_seconds: number;
}

/** The items to move. */
export interface BatchMoveParams {
  items: readonly TimelineMove[];
}

/** An item that was moved. */
export interface MovedItem {
  timeline_item_id: string;
  /** Seconds. */
  previous_start_seconds?: number | null;
  /** Seconds. */
  new_start_seconds?: number | null;
  previous_layer_index?: number | null;
  new_layer_index?: number | null;
}

interface BatchResult<Item> {
  /** False if any item failed. The other items were changed. */
  success?: boolean | null;
  items: Item[];
  failed_items?: BatchFailure[] | null;
  failed_count?: number | null;
  message?: string | null;
}

/** The result of a batch move. Items that failed are in `failed_items`; the others were changed. */
export interface BatchMoveResult extends BatchResult<MovedItem> {
  repositioned_count?: number | null;
}

/** How to trim one item. The specification only shows the id; any other field may be added. */
export interface TimelineTrim {
  /** At least one character. */
  timeline_item_id: string;
  /** Seconds to cut from the item's start. Supported by the mock, not part of the specification. */
  trim_start_seconds?: number | undefined;
  /** Seconds to cut from the item's end. Supported by the mock, not part of the specification. */
  trim_end_seconds?: number | undefined;
  [field: string]: unknown;
}

/** The items to trim. */
export interface BatchTrimParams {
  items: readonly TimelineTrim[];
}

/** An item in the response to a batch trim. It was trimmed unless `success` is false. */
export interface TrimmedItem {
  timeline_item_id: string;
  success?: boolean | null;
  /** Seconds. */
  trim_start_seconds?: number | null;
  /** Seconds. */
  trim_end_seconds?: number | null;
  /** Seconds. */
  new_duration_seconds?: number | null;
  error?: string | null;
}

/** The result of a batch trim. Items that failed are in `failed_items`; the others were changed. */
export interface BatchTrimResult extends BatchResult<TrimmedItem> {
  trimmed_count?: number | null;
}

export const batchFailure = model<BatchFailure>({
  timeline_item_id: text,
  error: maybe(text),
  error_code: maybe(openEnum(['validation_error'])),
  retryable: maybe(flag),
  error_details: maybe(record(text)),
});

export const timelineMove = model<TimelineMove>({ timeline_item_id: nonEmpty, new_start_seconds: number });

export const batchMoveParams = model<BatchMoveParams>({ items: array(timelineMove) });

export const movedItem = model<MovedItem>({
  timeline_item_id: text,
  previous_start_seconds: maybe(number),
  new_start_seconds: maybe(number),
  previous_layer_index: maybe(number),
  new_layer_index: maybe(number),
});

export const batchMoveResult = model<BatchMoveResult>({
  success: maybe(flag),
  items: array(movedItem),
  failed_items: maybe(array(batchFailure)),
  repositioned_count: maybe(number),
  failed_count: maybe(number),
  message: maybe(text),
});

export const timelineTrim = model<TimelineTrim>({
  timeline_item_id: nonEmpty,
  trim_start_seconds: optional(number),
  trim_end_seconds: optional(number),
});

export const batchTrimParams = model<BatchTrimParams>({ items: array(timelineTrim) });

export const trimmedItem = model<TrimmedItem>({
  timeline_item_id: text,
  success: maybe(flag),
  trim_start_seconds: maybe(number),
  trim_end_seconds: maybe(number),
  new_duration_seconds: maybe(number),
  error: maybe(text),
});

export const batchTrimResult = model<BatchTrimResult>({
  success: maybe(flag),
  items: array(trimmedItem),
  failed_items: maybe(array(batchFailure)),
  trimmed_count: maybe(number),
  failed_count: maybe(number),
  message: maybe(text),
});
