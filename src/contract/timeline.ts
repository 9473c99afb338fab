import { array, minimum, optional, record, string, unknown, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { flag, maybe, model, nonEmpty, number, type OpenEnum, openEnum, text } from './model.ts';

/** An item that is active at the asked time. */
export interface TimelineEntry {
  id: string;
  /** Seconds from the start of the timeline. */
  startSeconds: number;
  /** Seconds from the start of the timeline. */
  endSeconds: number;
  type?: string | null;
  label?: string | null;
  /** 0 is the lowest layer. */
  layerIndex?: number | null;
  volume?: number | null;
  mediaAssetId?: string | null;
  contentItemId?: string | null;
}

/** Which moment `timeline.at` asks for. */
export interface TimelineAtQuery {
  /** Seconds from the start of the timeline, 0 or more. */
  time_seconds: number;
}

/** The answer of `timeline.at`. */
export interface TimelineAtResult {
  timeSeconds: number;
  items: TimelineEntry[];
}

/** An item of a batch that was not changed, and why. */
export interface BatchFailure {
  timeline_item_id: string;
  /** What is wrong, for a person to read. */
  error: string;
  error_code?: OpenEnum<'validation_error'> | null;
  /** Whether the same request may succeed later. */
  retryable?: boolean | null;
  error_details?: Record<string, string> | null;
}

/** Where one item is to start. */
export interface TimelineMove {
  timeline_item_id: string;
  /** Seconds from the start of the timeline, 0 or more. */
  new_start_seconds: number;
}

/** What `timeline.batchMove` sends. */
export interface BatchMoveParams {
  items: TimelineMove[];
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

/** The answer of `timeline.batchMove`. Items that failed are in `failed_items`; the others went through. */
export interface BatchMoveResult {
  success: boolean;
  items: MovedItem[];
  failed_items: BatchFailure[];
  repositioned_count?: number | null;
  failed_count?: number | null;
  message?: string | null;
}

/** How one item is cut. The specification shows the identifier alone; any other field is sent as given. */
export interface TimelineTrim {
  timeline_item_id: string;
  /** How many seconds are cut from the item's start. Understood by the mock, not stated by the specification. */
  trim_start_seconds?: number;
  /** How many seconds are cut from the item's end. Understood by the mock, not stated by the specification. */
  trim_end_seconds?: number;
  [field: string]: unknown;
}

/** What `timeline.batchTrim` sends. */
export interface BatchTrimParams {
  items: TimelineTrim[];
}

/** An item that was trimmed. */
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

/** The answer of `timeline.batchTrim`. Items that failed are in `failed_items`; the others went through. */
export interface BatchTrimResult {
  success: boolean;
  items: TrimmedItem[];
  failed_items: BatchFailure[];
  trimmed_count?: number | null;
  failed_count?: number | null;
  message?: string | null;
}

/**
 * What `timeline.updateMedia` sends. The specification shows no field of it: the typed ones are those of its answer,
 * which the mock understands; any other is sent as given.
 */
export interface UpdateMediaParams {
  positionX?: number;
  positionY?: number;
  widthPx?: number;
  heightPx?: number;
  /** 0 (invisible) to 1 in the mock. */
  opacity?: number;
  /** 0 (silent) to 2 in the mock. */
  volume?: number;
  keepAspectRatio?: boolean;
  blurredBackground?: boolean;
  /** An animation to apply. */
  animation?: MediaAnimation;
  [field: string]: unknown;
}

/** An animation of a media item, as the mock understands it. */
export interface MediaAnimation {
  name?: string;
  keyframes?: unknown[];
  [field: string]: unknown;
}

/** The properties of a media item after an update. */
export interface MediaProperties {
  positionX?: number | null;
  positionY?: number | null;
  widthPx?: number | null;
  heightPx?: number | null;
  opacity?: number | null;
  volume?: number | null;
  keepAspectRatio?: boolean | null;
  blurredBackground?: boolean | null;
}

/** The answer of `timeline.updateMedia`. */
export interface UpdateMediaResult {
  success: boolean;
  timelineItemId: string;
  updated?: MediaProperties | null;
  animationApplied?: string | null;
  keyframeCount?: number | null;
  warnings: string[];
  message?: string | null;
}

/** What `timeline.updateColorGrade` and `timeline.updateZoom` send. The specification shows no field of it. */
export interface UpdateEffectParams {
  [field: string]: unknown;
}

/** The answer of `timeline.updateColorGrade` and `timeline.updateZoom`. */
export interface UpdateEffectResult {
  success: boolean;
  project_id: string;
  timeline_item_id: string;
  effect_id: string;
  content_item_id?: string | null;
  effect_type?: OpenEnum<'zoom'> | null;
  /** The number of the change. */
  txid?: number | null;
}

export const timelineEntry: ZodMiniType<TimelineEntry> = model<TimelineEntry>({
  id: text,
  startSeconds: number,
  endSeconds: number,
  type: maybe(text),
  label: maybe(text),
  layerIndex: maybe(number),
  volume: maybe(number),
  mediaAssetId: maybe(text),
  contentItemId: maybe(text),
});

export const timelineAtQuery: ZodMiniType<TimelineAtQuery> = model<TimelineAtQuery>({
  time_seconds: zodNumber().check(minimum(0)),
});

export const timelineAtResult: ZodMiniType<TimelineAtResult> = model<TimelineAtResult>({
  timeSeconds: number,
  items: array(timelineEntry),
});

export const batchFailure: ZodMiniType<BatchFailure> = model<BatchFailure>({
  timeline_item_id: text,
  error: text,
  error_code: maybe(openEnum(['validation_error'])),
  retryable: maybe(flag),
  error_details: maybe(record(string(), text)),
});

export const timelineMove: ZodMiniType<TimelineMove> = model<TimelineMove>({
  timeline_item_id: nonEmpty,
  new_start_seconds: number,
});

export const batchMoveParams: ZodMiniType<BatchMoveParams> = model<BatchMoveParams>({ items: array(timelineMove) });

export const movedItem: ZodMiniType<MovedItem> = model<MovedItem>({
  timeline_item_id: text,
  previous_start_seconds: maybe(number),
  new_start_seconds: maybe(number),
  previous_layer_index: maybe(number),
  new_layer_index: maybe(number),
});

export const batchMoveResult: ZodMiniType<BatchMoveResult> = model<BatchMoveResult>({
  success: flag,
  items: array(movedItem),
  failed_items: array(batchFailure),
  repositioned_count: maybe(number),
  failed_count: maybe(number),
  message: maybe(text),
});

export const timelineTrim: ZodMiniType<TimelineTrim> = model<TimelineTrim>({
  timeline_item_id: nonEmpty,
  trim_start_seconds: optional(number),
  trim_end_seconds: optional(number),
});

export const batchTrimParams: ZodMiniType<BatchTrimParams> = model<BatchTrimParams>({ items: array(timelineTrim) });

export const trimmedItem: ZodMiniType<TrimmedItem> = model<TrimmedItem>({
  timeline_item_id: text,
  success: maybe(flag),
  trim_start_seconds: maybe(number),
  trim_end_seconds: maybe(number),
  new_duration_seconds: maybe(number),
  error: maybe(text),
});

export const batchTrimResult: ZodMiniType<BatchTrimResult> = model<BatchTrimResult>({
  success: flag,
  items: array(trimmedItem),
  failed_items: array(batchFailure),
  trimmed_count: maybe(number),
  failed_count: maybe(number),
  message: maybe(text),
});

export const mediaAnimation: ZodMiniType<MediaAnimation> = model<MediaAnimation>({
  name: optional(text),
  keyframes: optional(array(unknown())),
});

export const updateMediaParams: ZodMiniType<UpdateMediaParams> = model<UpdateMediaParams>({
  positionX: optional(number),
  positionY: optional(number),
  widthPx: optional(number),
  heightPx: optional(number),
  opacity: optional(number),
  volume: optional(number),
  keepAspectRatio: optional(flag),
  blurredBackground: optional(flag),
  animation: optional(mediaAnimation),
});

export const mediaProperties: ZodMiniType<MediaProperties> = model<MediaProperties>({
  positionX: maybe(number),
  positionY: maybe(number),
  widthPx: maybe(number),
  heightPx: maybe(number),
  opacity: maybe(number),
  volume: maybe(number),
  keepAspectRatio: maybe(flag),
  blurredBackground: maybe(flag),
});

export const updateMediaResult: ZodMiniType<UpdateMediaResult> = model<UpdateMediaResult>({
  success: flag,
  timelineItemId: text,
  updated: maybe(mediaProperties),
  animationApplied: maybe(text),
  keyframeCount: maybe(number),
  warnings: array(text),
  message: maybe(text),
});

export const updateEffectParams: ZodMiniType<UpdateEffectParams> = model<UpdateEffectParams>({});

export const updateEffectResult: ZodMiniType<UpdateEffectResult> = model<UpdateEffectResult>({
  success: flag,
  project_id: text,
  timeline_item_id: text,
  effect_id: text,
  content_item_id: maybe(text),
  effect_type: maybe(openEnum(['zoom'])),
  txid: maybe(number),
});
