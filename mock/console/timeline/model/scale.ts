import type { Span } from './spans.ts';

/** The initial scale in pixels per second, at which even short words can be read. */
export const USUAL_SCALE = 160;

/** The smallest scale at which words are drawn. */
export const WORD_SCALE = 120;

const LARGEST_SCALE = 800;

/** The maximum width that browsers can lay out, in pixels. */
const WIDEST = 15_000_000;

/** The minimum distance between ticks, in pixels. */
const TICK_DISTANCE = 84;

const tickSeconds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400];

export function fitScale(duration: number, width: number): number {
  return duration > 0 && width > 0 ? Math.min(width / duration, LARGEST_SCALE) : USUAL_SCALE;
}

/** Returns a style with a span's position and width. The width is always large enough to be visible. */
export function placeOf({ start, end }: Span, scale: number): { readonly left: string; readonly width: string } {
  return { left: `${start * scale}px`, width: `${Math.max(2, (end - start) * scale - 1)}px` };
}

/** Limits a scale to what can be drawn, and to at least one at which the timeline fills the width. */
export function clampScale(scale: number, duration: number, width: number): number {
  const largest = Math.min(LARGEST_SCALE, WIDEST / Math.max(duration, 1));
  return Math.max(Math.min(scale, largest), Math.min(fitScale(duration, width), largest));
}

/** Steps longer than those in `tickSeconds` are multiples of this number of seconds. */
const LONG_STEP = 28_800;

interface Tick {
  readonly seconds: number;
  readonly label: string;
}

/** Returns the ticks between two times. They are at round times, with enough room for their labels. */
export function ticksWithin({ start, end }: Span, scale: number): Tick[] {
  const step =
    tickSeconds.find((seconds) => seconds * scale >= TICK_DISTANCE) ??
    Math.ceil(TICK_DISTANCE / scale / LONG_STEP) * LONG_STEP;
  const first = Math.max(0, Math.ceil(start / step));
  const count = Math.max(0, Math.floor(end / step) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const seconds = (first + index) * step;
    return { seconds, label: formatTime(seconds, step < 1 ? 1 : 0) };
  });
}

/** Formats seconds as `m:ss`, or as `h:mm:ss` from one hour on. */
export function formatTime(seconds: number, digits = 3): string {
  // Round before splitting into minutes and seconds, so that 59.96 does not become 0:60.0.
  const factor = 10 ** digits;
  const parts = Math.round(seconds * factor);
  const whole = Math.floor(parts / factor);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const fraction = digits === 0 ? '' : `.${String(parts % factor).padStart(digits, '0')}`;
  const rest = `${two(whole % 60)}${fraction}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** A single item, or several that are too narrow to be drawn separately. */
export interface Run<Item extends Span> extends Span {
  readonly items: readonly Item[];
}

/** The minimum width of a separate item, in pixels. Narrower items are joined with their neighbors. */
const NARROWEST = 6;

/** The maximum width of a run, in pixels. */
const LONGEST_RUN = 24;

/** Joins narrow items into runs, so that the number of runs depends on the width and not on the number of items. */
export function runsOf<Item extends Span>(items: readonly Item[], scale: number): Run<Item>[] {
  const runs: { start: number; end: number; items: Item[] }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && joins(last, item, scale)) {
      last.items.push(item);
      last.end = Math.max(last.end, item.end);
    } else runs.push({ start: item.start, end: item.end, items: [item] });
  }
  return runs;
}

function joins(run: Run<Span>, item: Span, scale: number): boolean {
  const isNarrow = ({ start, end }: Span) => (end - start) * scale < NARROWEST;
  const isNear = (item.start - run.end) * scale < NARROWEST;
  const isShort = (item.end - run.start) * scale <= LONGEST_RUN;
  return isNear && isShort && isNarrow(item) && (run.items.length > 1 || isNarrow(run));
}
