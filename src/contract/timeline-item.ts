import { unknown } from 'zod/mini';
import { array, optional } from './collections.ts';
import { atLeast, flag, maybe, model, number, type OpenEnum, openEnum, text } from './model.ts';

/** An item that is active at the requested time. */
export interface TimelineEntry {
  id: string;
  type: string;
  /** Seconds from the start of the timeline. */
  startSeconds?: number | null;
  /** Seconds from the start of the timeline. */
  endSeconds?: number | null;
  label?: string | null;
  /** The item's layer; 0 is the lowest. */
  layerIndex?: number | null;
  volume?: number | null;
  mediaAssetId?: string | null;
  contentItemId?: string | null;
}

/** The time for which to list the active items. */
export interface TimelineAtQuery {
  /** Seconds from the start of the timeline, 0 or more. */
  time_seconds: number;
}

/** The items that are active at the requested time. */
export interface TimelineAtResult {
  timeSeconds?: number | null;
  items: TimelineEntry[];
}

export const timelineEntry = model<TimelineEntry>({
  id: text,
  type: text,
  startSeconds: maybe(number),
  endSeconds: maybe(number),
  label: maybe(text),
  layerIndex: maybe(number),
  volume: maybe(number),
  mediaAssetId: maybe(text),
  contentItemId: maybe(text),
});

export const timelineAtQuery = model<TimelineAtQuery>({ time_seconds: number.check(atLeast(0)) });

export const timelineAtResult = model<TimelineAtResult>({ timeSeconds: maybe(number), items: array(timelineEntry) });

/**
 * The changes to a media item. The specification does not show the request. The mock supports the fields of the
 * response, and an animation. Any other field may be added.
 */
export interface UpdateMediaParams {
  /** Supported by the mock, not part of the specification. */
  positionX?: number | undefined;
  /** Supported by the mock, not part of the specification. */
  positionY?: number | undefined;
  /** Supported by the mock, not part of the specification. */
  widthPx?: number | undefined;
  /** Supported by the mock, not part of the specification. */
  heightPx?: number | undefined;
  /** 0 (invisible) to 1. Supported by the mock, not part of the specification. */
  opacity?: number | undefined;
  /** 0 (silent) to 2. Supported by the mock, not part of the specification. */
  volume?: number | undefined;
  /** Supported by the mock, not part of the specification. */
  keepAspectRatio?: boolean | undefined;
  /** Supported by the mock, not part of the specification. */
  blurredBackground?: boolean | undefined;
  /** An animation to apply. Supported by the mock, not part of the specification. */
  animation?: MediaAnimation | undefined;
  [field: string]: unknown;
}

/** An animation of a media item, as supported by the mock. Any other field may be added. */
export interface MediaAnimation {
  /** Supported by the mock, not part of the specification. */
  name?: string | undefined;
  /** Supported by the mock, not part of the specification. */
  keyframes?: readonly unknown[] | undefined;
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

/** The result of a media update. */
export interface UpdateMediaResult {
  success?: boolean | null;
  timelineItemId: string;
  updated?: MediaProperties | null;
  animationApplied?: string | null;
  keyframeCount?: number | null;
  warnings?: string[] | null;
  message?: string | null;
}

/** The changes to an effect. The specification does not show the request: any field may be added. */
export interface UpdateEffectParams {
  [field: string]: unknown;
}

/** The result of an effect update. */
export interface UpdateEffectResult {
  success?: boolean | null;
  project_id: string;
  timeline_item_id: string;
  effect_id: string;
  content_item_id?: string | null;
  effect_type?: OpenEnum<'zoom'> | null;
  /** The number that the service gave this change. */
  txid?: number | null;
}

export const mediaAnimation = model<MediaAnimation>({ name: optional(text), keyframes: optional(array(unknown())) });

export const updateMediaParams = model<UpdateMediaParams>({
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

export const mediaProperties = model<MediaProperties>({
  positionX: maybe(number),
  positionY: maybe(number),
  widthPx: maybe(number),
  heightPx: maybe(number),
  opacity: maybe(number),
  volume: maybe(number),
  keepAspectRatio: maybe(flag),
  blurredBackground: maybe(flag),
});

export const updateMediaResult = model<UpdateMediaResult>({
  success: maybe(flag),
  timelineItemId: text,
  updated: maybe(mediaProperties),
  animationApplied: maybe(text),
  keyframeCount: maybe(number),
  warnings: maybe(array(text)),
  message: maybe(text),
});

export const updateEffectParams = model<UpdateEffectParams>({});

export const updateEffectResult = model<UpdateEffectResult>({
  success: maybe(flag),
  project_id: text,
  timeline_item_id: text,
  effect_id: text,
  content_item_id: maybe(text),
  effect_type: maybe(openEnum(['zoom'])),
  txid: maybe(number),
});
