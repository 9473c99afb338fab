import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ProjectContent } from 'clipwright/mock';
import { type Edit, spansAfter } from './edit.ts';
import type { Way } from './history.ts';
import { clampScale, fitScale, USUAL_SCALE } from './scale.ts';
import type { SentEdit } from './send.ts';
import { type Span, spanAt } from './spans.ts';
import { find, type Selectable, type Timeline, timelineOf } from './timeline.ts';

/** The number of redraws while scrolling by one visible width. A higher number makes each redraw faster. */
const PARTS = 4;

/** An edit, possibly one that depends on what the edits before it leave, or an undo or redo. */
export type Order = Edit | ((timeline: Timeline) => Edit | undefined) | Way;

/** Returns the edit that an order makes of a timeline; undefined if the timeline no longer has what it edits. */
export function editOf(order: Exclude<Order, Way>, timeline: Timeline): Edit | undefined {
  return typeof order === 'function' ? order(timeline) : order;
}

interface Guide {
  readonly left: number;
  readonly top: number;
  readonly snap: number | undefined;
}

/** View state: scroll, zoom, selection, playhead, and the edit in progress. */
export class TimelineView {
  readonly content: ReadonlySignal<ProjectContent | undefined>;
  readonly timeline: ReadonlySignal<Timeline>;
  /** The timeline that an edit meets if everything in the queue succeeds. What is dragged starts from here. */
  readonly expected: ReadonlySignal<Timeline>;
  /** The zoom in pixels per second. */
  readonly scale: Signal<number> = signal(USUAL_SCALE);
  /** The scroll position in pixels. */
  readonly scrollLeft: Signal<number> = signal(0);
  /** The width of the visible part, in pixels. */
  readonly width: Signal<number> = signal(0);
  /** The time of the playhead, in seconds. */
  readonly time: Signal<number> = signal(0);
  readonly isPlaying: Signal<boolean> = signal(false);
  /** The ids of the selected items or words. A click with Shift selects a range that starts at the first id. */
  readonly selection: Signal<readonly string[]> = signal([]);
  /** The edit that is being dragged, or made with keys. */
  readonly edit: Signal<Edit | undefined> = signal();
  /** What has no response yet: the first was sent, and each other one is sent after the one before it. */
  readonly queue: Signal<readonly Order[]> = signal([]);
  /** The new spans of everything that the sent edit moves. They stay the same if the project is read before its response. */
  readonly sentSpans: Signal<ReadonlyMap<string, Span>> = signal(new Map());
  /** Where the pointer drags, in pixels of the tracks, and the time to which the edit snaps. */
  readonly guide: Signal<Guide | undefined> = signal();
  /** The result of the last edit. */
  readonly sent: Signal<SentEdit | undefined> = signal();
  /** The drawn span: the visible span plus half its width on either side. It moves in steps. */
  readonly drawn: ReadonlySignal<Span>;
  readonly selected: ReadonlySignal<readonly Selectable[]> = computed(() =>
    this.selection.value.map((id) => find(this.timeline.value, id)).filter((each) => each !== undefined),
  );
  readonly #queuedSpans = computed(() => {
    let spans = this.sentSpans.value;
    for (const order of this.queue.value.slice(1)) {
      // Only the history knows what an undo changes.
      if (typeof order === 'string') continue;
      const timeline = this.#timelineWith(spans);
      spans = new Map([...spans, ...spansAfter(timeline, editOf(order, timeline))]);
    }
    return spans;
  });
  /** The new spans of everything that an unfinished edit moves. */
  readonly editedSpans: ReadonlySignal<ReadonlyMap<string, Span>> = computed(() => {
    return new Map([...this.#queuedSpans.value, ...spansAfter(this.expected.value, this.edit.value)]);
  });
  readonly caption = computed(() => spanAt(this.timeline.value.captions, this.time.value));
  readonly word = computed(() => spanAt(this.timeline.value.words, this.time.value));

  constructor(content: ReadonlySignal<ProjectContent | undefined>) {
    this.content = content;
    this.timeline = computed(() => timelineOf(content.value));
    this.expected = computed(() => this.#timelineWith(this.#queuedSpans.value));
    const part = computed(() => Math.max(this.width.value / PARTS, 50));
    const first = computed(() => Math.floor(this.scrollLeft.value / part.value));
    this.drawn = computed(() => {
      const [start, end] = [first.value - PARTS / 2, first.value + 1 + PARTS * 1.5];
      return { start: (start * part.value) / this.scale.value, end: (end * part.value) / this.scale.value };
    });
  }

  #timelineWith(spans: ReadonlyMap<string, Span>): Timeline {
    return spans.size > 0 ? timelineOf(this.content.value, spans) : this.timeline.value;
  }

  /** Zooms around the point `anchor` pixels from the left. Default: the playhead if it is visible, else the middle. */
  zoomTo(scale: number, anchor = this.#anchor()): void {
    const next = clampScale(scale, this.timeline.value.duration, this.width.value);
    const time = (this.scrollLeft.value + anchor) / this.scale.value;
    batch(() => {
      this.scale.value = next;
      this.scrollTo(time * next - anchor);
    });
  }

  zoomBy(factor: number, anchor?: number): void {
    this.zoomTo(this.scale.value * factor, anchor);
  }

  fit(): void {
    this.zoomTo(fitScale(this.timeline.value.duration, this.width.value));
  }

  #anchor(): number {
    const left = this.time.value * this.scale.value - this.scrollLeft.value;
    return left >= 0 && left <= this.width.value ? left : this.width.value / 2;
  }

  scrollTo(left: number): void {
    const most = this.timeline.value.duration * this.scale.value - this.width.value;
    this.scrollLeft.value = Math.max(0, Math.min(left, most));
  }

  /** Scrolls if the start of a span is not visible. */
  reveal({ start }: Pick<Span, 'start'>): void {
    const left = start * this.scale.value - this.scrollLeft.value;
    if (left < 0 || left > this.width.value - 40) this.scrollTo(start * this.scale.value - this.width.value / 4);
  }

  seek(time: number): void {
    this.time.value = Math.max(0, Math.min(time, this.timeline.value.duration));
    this.reveal({ start: this.time.value });
  }

  /** Ends what must not last while the page shows another view. */
  leave(): void {
    this.isPlaying.value = false;
    this.edit.value = undefined;
    this.sent.value = undefined;
  }

  togglePlaying(): void {
    this.isPlaying.value = !this.isPlaying.value;
    if (!this.isPlaying.value) return;
    if (this.time.value >= this.timeline.value.duration) this.seek(0);
    let last = performance.now();
    const step = (now: number) => {
      if (!this.isPlaying.value) return;
      this.seek(this.time.value + Math.max(0, now - last) / 1000);
      last = now;
      if (this.time.value < this.timeline.value.duration) requestAnimationFrame(step);
      else this.isPlaying.value = false;
    };
    requestAnimationFrame(step);
  }
}
