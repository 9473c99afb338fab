import { find, isWord, type Selectable, type Timeline } from './timeline.ts';

/** Returns the item or word that a key moves to. Enter moves into a caption's words. */
export function neighbor(timeline: Timeline, from: Selectable, key: string): Selectable | undefined {
  const row = rowOf(timeline, from);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return row[row.indexOf(from) + (key === 'ArrowLeft' ? -1 : 1)];
  if (key === 'Home') return row[0];
  if (key === 'End') return row.at(-1);
  if (isWord(from)) return key === 'ArrowUp' ? timeline.itemsById.get(from.caption.itemId) : undefined;
  if (key === 'Enter') return timeline.words.all.find(({ caption }) => caption.itemId === from.id);
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const lane = timeline.lanes.findIndex(({ layer }) => layer === from.content.layer);
  const items = step === undefined ? undefined : timeline.lanes[lane + step]?.items.all;
  return items?.findLast(({ start }) => start <= from.start) ?? items?.[0];
}

/** Returns the selection after a click. A click with Ctrl adds or removes one item. Shift selects a range. */
export function selectionAfter(
  timeline: Timeline,
  selection: readonly string[],
  id: string,
  { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): readonly string[] {
  const clicked = find(timeline, id);
  const anchor = find(timeline, selection[0] ?? '');
  if (!clicked || !anchor || isWord(clicked) !== isWord(anchor)) return [id];
  if (ctrlKey || metaKey) return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id];
  const row = rowOf(timeline, anchor);
  if (!shiftKey || !row.includes(clicked)) return [id];
  const [from, to] = [row.indexOf(anchor), row.indexOf(clicked)];
  const range = row.slice(Math.min(from, to), Math.max(from, to) + 1).map((each) => each.id);
  // Keep the anchor first, so that the next Shift click extends the range from there.
  return from > to ? range.reverse() : range;
}

/** Returns all items of an item's lane, or all words for a word. */
function rowOf(timeline: Timeline, each: Selectable): readonly Selectable[] {
  if (isWord(each)) return timeline.words.all;
  return timeline.lanes.find(({ layer }) => layer === each.content.layer)?.items.all ?? [];
}
