export type TimelineItemType = 'video' | 'audio' | 'caption';

/** A timeline item. The mock replaces an item instead of changing it, because its indexes do not notice changes. */
export interface TimelineItemState {
  readonly id: string;
  readonly type: TimelineItemType;
  readonly label: string;
  readonly layer: number;
  readonly start: number;
  readonly end: number;
  readonly trimStart: number;
  readonly trimEnd: number;
  readonly mediaAssetId: string;
  readonly contentItemId: string;
  readonly media: MediaState;
  readonly effects: readonly EffectState[];
}

/** How a timeline item is shown and heard. */
export interface MediaState {
  readonly positionX: number;
  readonly positionY: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly opacity: number;
  readonly volume: number;
  readonly keepAspectRatio: boolean;
  readonly blurredBackground: boolean;
}

/** An effect of a timeline item. */
export interface EffectState {
  readonly id: string;
  readonly type: 'colorgrade' | 'zoom';
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A caption. Its words determine its text and span. `updateItem` copies both to the timeline item. */
export interface CaptionState {
  readonly id: string;
  readonly itemId: string;
  readonly words: readonly WordState[];
}

export interface WordState {
  readonly id: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly paragraph: number;
  readonly emphasis: boolean;
}
