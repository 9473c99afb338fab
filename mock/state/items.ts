import { unknownId } from '../http/errors.ts';
import { overlaps, type Span } from '../words/timing.ts';
import { compareIds } from './ids.ts';
import { OrderedTree, type TreeRules } from './ordered-tree.ts';

/** A timeline item. It is replaced, never changed, because the indexes of `Items` would not notice a change. */
export interface TimelineItemState {
  readonly id: string;
  readonly type: 'video' | 'audio' | 'caption';
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

/** The items of a timeline. Finds items by id and by time. */
export class Items {
  readonly #byId = new Map<string, TimelineItemState>();
  readonly #byTime = new OrderedTree(byStart);

  constructor(items: Iterable<TimelineItemState> = []) {
    for (const item of items) this.put(item);
  }

  /** The latest end of any item, in units; 0 if there are no items. */
  get end(): number {
    return Math.max(0, this.#byTime.sum.end);
  }

  [Symbol.iterator](): Iterator<TimelineItemState> {
    return this.#byId.values();
  }

  get(id: string): TimelineItemState | undefined {
    return this.#byId.get(id);
  }

  /** @throws HttpError 404 if there is no such item. */
  require(timelineItemId: string): TimelineItemState {
    const item = this.get(timelineItemId);
    if (!item) throw unknownId('timelineItemId', 'timeline item', timelineItemId);
    return item;
  }

  /** Returns the items that overlap a span, sorted by start. */
  overlapping(span: Span): TimelineItemState[] {
    return this.#byTime.filter((other) => overlaps(other, span));
  }

  /** Returns the first layer, from `lowest` upwards, that is free during the span. Ignores the item `except`. */
  firstFreeLayer(span: Span, lowest: number, except?: TimelineItemState): number {
    const others = this.overlapping(span).filter(({ id }) => id !== except?.id);
    const occupied = new Set(others.map(({ layer }) => layer));
    let layer = lowest;
    while (occupied.has(layer)) layer += 1;
    return layer;
  }

  /** Adds an item, or replaces the item with the same id. To move or trim a caption's item, call `updateItem`. */
  put(item: TimelineItemState): void {
    const previous = this.get(item.id);
    if (previous) this.#byTime.delete(previous);
    this.#byId.set(item.id, item);
    this.#byTime.add(item);
  }

  delete(id: string): void {
    const item = this.get(id);
    if (item) this.#byTime.delete(item);
    this.#byId.delete(id);
  }
}

/** The sum of several items is the span from the first start to the last end. */
const byStart: TreeRules<TimelineItemState, Span> = {
  compare: (a, b) => a.start - b.start || compareIds(a.id, b.id),
  zero: { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY },
  sumOf: ({ start, end }) => ({ start, end }),
  add: (a, b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }),
};
