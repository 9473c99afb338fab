import { type ZodMiniType, number as zodNumber } from 'zod/mini';
import { array } from './collections.ts';
import { atLeast, maybe, model, number, text } from './model.ts';

/** An item that is active at the requested time. */
export interface TimelineEntry {
  id: string;
  type: string;
  /** Seconds from the start of the timeline. */
  startSeconds?: number | null;
  /** Seconds from the start of the timeline. */
  endSeconds?: number | null;
  label?: string | null;
  /** 0 is the lowest layer. */
  layerIndex?: number | null;
  volume?: number | null;
  mediaAssetId?: string | null;
  contentItemId?: string | null;
}

/** The time to look at. */
export interface TimelineAtQuery {
  /** Seconds from the start of the timeline, 0 or more. */
  time_seconds: number;
}

/** The items that are active at a time. */
export interface TimelineAtResult {
  timeSeconds?: number | null;
  items: TimelineEntry[];
}

export const timelineEntry: ZodMiniType<TimelineEntry> = model<TimelineEntry>({
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

export const timelineAtQuery: ZodMiniType<TimelineAtQuery> = model<TimelineAtQuery>({
  time_seconds: zodNumber().check(atLeast(0)),
});

export const timelineAtResult: ZodMiniType<TimelineAtResult> = model<TimelineAtResult>({
  timeSeconds: maybe(number),
  items: array(timelineEntry),
});
