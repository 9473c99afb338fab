import { formatTime } from './scale.ts';
import type { Span } from './spans.ts';
import { find, isWord, type Selectable, type Timeline, type Word } from './timeline.ts';

/** An edit that takes one API call, or two to cut the start of an item. Times are in seconds. */
export type Edit =
  | {
      readonly kind: 'move';
      readonly ids: readonly string[];
      readonly by: number;
      /** If this move undoes another, the layers that the items had before that one. */
      readonly layers?: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'trim'; readonly id: string; readonly edge: Edge; readonly by: number }
  | { readonly kind: 'retime'; readonly words: readonly WordTimes[] }
  | { readonly kind: 'split'; readonly id: string; readonly texts: readonly string[] }
  | { readonly kind: 'merge'; readonly ids: readonly string[] }
  | {
      readonly kind: 'replace';
      readonly from: readonly string[];
      readonly to: readonly string[];
      readonly matchCase: boolean;
    }
  | { readonly kind: 'media'; readonly id: string; readonly volume: number; readonly opacity: number }
  | {
      readonly kind: 'effect';
      readonly id: string;
      readonly effect: EffectType;
      /** The fields of the effect. The API accepts any fields. */
      readonly fields: Readonly<Record<string, unknown>>;
    };

interface WordTimes extends Span {
  readonly id: string;
}

export type EffectType = 'colorgrade' | 'zoom';

export type Edge = 'start' | 'end';

export function idsOf(edit: Edit): readonly string[] {
  if (edit.kind === 'retime') return edit.words.map(({ id }) => id);
  if (edit.kind === 'replace') return [];
  return 'ids' in edit ? edit.ids : [edit.id];
}

/** Returns the new spans of the items or words that an edit moves. */
export function spansAfter(timeline: Timeline, edit: Edit | undefined): ReadonlyMap<string, Span> {
  if (edit?.kind === 'retime') return new Map(edit.words.map((word) => [word.id, word]));
  if (edit?.kind !== 'move' && edit?.kind !== 'trim') return new Map();
  return new Map(
    idsOf(edit).flatMap((id) => {
      const each = find(timeline, id);
      if (!each) return [];
      if (edit.kind === 'move')
        return [each, ...wordsOf(timeline, id)].map((one) => [one.id, shifted(timeline, one, edit.by)]);
      const by = Math.max(0, edit.by);
      return [[id, edit.edge === 'start' ? shifted(timeline, each, by, 0) : shifted(timeline, each, 0, -by)]];
    }),
  );
}

/** Returns the words of a caption's item, which move with it. */
function wordsOf({ captions }: Timeline, itemId: string): readonly Word[] {
  return captions.all.find((caption) => caption.itemId === itemId)?.words ?? [];
}

function shifted(timeline: Timeline, { start, end }: Span, startBy: number, endBy = startBy): Span {
  return { start: inUnits(start + startBy, timeline), end: inUnits(end + endBy, timeline) };
}

/**
 * Returns the edit that moves items, words or an edge by some seconds, but not before the start of the timeline. A
 * boundary shared by two words moves for both, unless `isAlone`.
 */
export function editAfterDrag(
  timeline: Timeline,
  ids: readonly string[],
  edge: Edge | undefined,
  by: number,
  isAlone = false,
): Edit | undefined {
  const all = ids.map((id) => find(timeline, id)).filter((each) => each !== undefined);
  const [first] = all;
  if (!first) return undefined;
  const earliest = edge === 'end' || (edge && !isWord(first)) ? by : -Math.min(...all.map(({ start }) => start));
  const shift = inUnits(Math.max(by, earliest), timeline);
  if (isWord(first)) {
    const [startBy, endBy] = [edge === 'end' ? 0 : shift, edge === 'start' ? 0 : shift];
    const times = (each: Selectable) => ({ id: each.id, ...shifted(timeline, each, startBy, endBy) });
    const words = edge && !isAlone ? retimedTogether(timeline, first, times(first)) : all.map(times);
    return { kind: 'retime', words };
  }
  if (edge === undefined) return { kind: 'move', ids, by: shift };
  return { kind: 'trim', id: first.id, edge, by: edge === 'start' ? shift : -shift };
}

/** Rounds seconds to whole units, to remove floating-point errors. */
export function inUnits(seconds: number, { unitsPerSecond }: Pick<Timeline, 'unitsPerSecond'>): number {
  return Math.round(seconds * unitsPerSecond) / unitsPerSecond;
}

/** A shift in seconds, and the place to which it snaps an edge, if any. */
export interface SnappedShift {
  readonly by: number;
  readonly place?: number;
}

/** Adjusts the shift `by` so that an edge snaps to a place within `tolerance`. */
export function snapped(
  by: number,
  edges: readonly number[],
  places: readonly number[],
  tolerance: number,
): SnappedShift {
  const shifts = edges.flatMap((edge) => places.map((place) => ({ by: place - edge, place })));
  const [nearest] = shifts.toSorted((a, b) => Math.abs(a.by - by) - Math.abs(b.by - by));
  return nearest !== undefined && Math.abs(nearest.by - by) <= tolerance ? nearest : { by };
}

/** Explains what the drag of an edge does not show. */
export function hintOf({ itemsById }: Timeline, edit: Edit | undefined): string | undefined {
  const item = edit?.kind === 'trim' ? itemsById.get(edit.id) : undefined;
  if (edit?.kind !== 'trim' || !item) return undefined;
  if (edit.by < 0) return 'An item cannot be made longer: the API can only cut it.';
  const words = item.content.type === 'caption' ? ' Its words share the time that is left.' : '';
  const place = edit.edge === 'start' ? item.start + edit.by : item.end - edit.by;
  return `The ${edit.edge} moves to ${formatTime(place)}.${words} A cut cannot be undone.`;
}

/** Returns new times for a word, and for each neighbor that shares a moved boundary with it. */
export function retimedTogether({ words }: Timeline, word: Word, span: Span): WordTimes[] {
  const index = words.all.indexOf(word);
  const [previous, next] = [words.all[index - 1], words.all[index + 1]];
  const times = [timesOf(word, span)];
  if (previous?.end === word.start && span.start !== word.start) times.unshift(timesOf(previous, { end: span.start }));
  if (next?.start === word.end && span.end !== word.end) times.push(timesOf(next, { start: span.end }));
  return times;
}

function timesOf({ id, start, end }: Word, changed: Partial<Span>): WordTimes {
  return { id, start, end, ...changed };
}
