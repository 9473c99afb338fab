import { batch } from '@preact/signals';
import { type Edge, type Edit, editAfterDrag, hintOf, type SnappedShift, snapped, spansAfter } from '../model/edit.ts';
import type { OpenTimeline } from '../model/editor.ts';
import { selectionAfter } from '../model/selection.ts';
import { spansWithin } from '../model/spans.ts';
import { find, isWord, type Timeline } from '../model/timeline.ts';
import type { TimelineView } from '../model/timeline-view.ts';

/** The shortest drag, in pixels. A shorter movement is a click. */
const LEAST_MOVE = 4;

/** The distance in pixels within which edges snap. */
const SNAP = 6;

/** Selects the pressed item or word, and drags it with the pointer. */
export function pressBar(event: PointerEvent, id: string, edge: Edge | undefined, open: OpenTimeline): void {
  const { view, editor } = open;
  const wasSelected = view.selection.value.includes(id);
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey;
  // On an edge, Shift also keeps the touching word as it is during a drag. It selects a range only if no drag follows.
  const isOnEdge = edge !== undefined && event.shiftKey;
  const select = () => {
    view.selection.value = selectionAfter(view.timeline.value, view.selection.value, id, event);
  };
  view.edit.value = undefined;
  if ((!wasSelected || hasModifier) && !isOnEdge) select();
  // A touch scrolls unless the item was already selected.
  const canDrag = event.pointerType === 'mouse' || wasSelected;
  if ((hasModifier && !isOnEdge) || !canDrag) return;
  const ids = edge ? [id] : view.selection.value;
  const { currentTarget: tracks } = event;
  if (!(tracks instanceof HTMLElement)) return;
  const from = event.clientX + view.scrollLeft.value;
  let last = event;
  let hasMoved = false;
  let order: (timeline: Timeline) => Edit | undefined = () => undefined;
  const drag = (event: PointerEvent) => {
    last = event;
    const moved = event.clientX + view.scrollLeft.value - from;
    if (!hasMoved && Math.abs(moved) < LEAST_MOVE) return;
    if (!hasMoved && isOnEdge) view.selection.value = [id];
    hasMoved = true;
    const { by, place } = snappedShift(view, ids, edge, moved / view.scale.value);
    const { left, top } = tracks.getBoundingClientRect();
    order = (timeline) => editAfterDrag(timeline, ids, edge, by, event.shiftKey);
    batch(() => {
      view.edit.value = order(view.expected.value);
      view.guide.value = { left: event.clientX - left + view.scrollLeft.value, top: event.clientY - top, snap: place };
    });
  };
  let frame = requestAnimationFrame(function scroll() {
    if (hasMoved && scrollAtEdge(tracks, last.clientX, view)) drag(last);
    frame = requestAnimationFrame(scroll);
  });
  followPointer(event, drag, (isRegular) => {
    cancelAnimationFrame(frame);
    view.guide.value = undefined;
    const edit = view.edit.value;
    view.edit.value = undefined;
    if (!isRegular) return;
    // A drag moves the whole selection, but a click selects only one item.
    if (!hasMoved && isOnEdge) select();
    else if (!hasMoved) view.selection.value = [id];
    else if (edit && changesSomething(view, edit)) void editor.send(order);
    else if (edit?.kind === 'trim' && edit.by < 0) editor.refuse(hintOf(view.expected.value, edit) ?? '');
  });
}

/** The width of the areas at both ends of the tracks in which a drag scrolls, in pixels. */
const EDGE = 40;

/** Scrolls if a drag is near an end of the tracks, faster if it is nearer. Returns whether the tracks have scrolled. */
function scrollAtEdge(tracks: HTMLElement, x: number, view: TimelineView): boolean {
  const { left, right } = tracks.getBoundingClientRect();
  const past = Math.max(0, x - (right - EDGE)) - Math.max(0, left + EDGE - x);
  const before = view.scrollLeft.value;
  if (past !== 0) view.scrollTo(before + Math.max(-EDGE, Math.min(past, EDGE)) / 3);
  return view.scrollLeft.value !== before;
}

export function changesSomething({ expected }: TimelineView, edit: Edit): boolean {
  return [...spansAfter(expected.value, edit)].some(([id, { start, end }]) => {
    const each = find(expected.value, id);
    return each && (each.start !== start || each.end !== end);
  });
}

function snappedShift(view: TimelineView, ids: readonly string[], edge: Edge | undefined, by: number): SnappedShift {
  const { value: timeline } = view.expected;
  const { lanes, words } = timeline;
  const shown = [
    ...lanes.map(({ items }) => spansWithin(items, view.drawn.value)),
    spansWithin(words, view.drawn.value),
  ];
  // The words of a dragged caption move with it.
  const others = shown
    .flat()
    .filter((each) => !ids.includes(each.id) && !(isWord(each) && ids.includes(each.caption.itemId)));
  const places = [0, view.time.value, ...others.flatMap(({ start, end }) => [start, end])];
  const dragged = ids.flatMap((id) => find(timeline, id) ?? []);
  const edges = dragged.flatMap(({ start, end }) => [
    ...(edge === 'end' ? [] : [start]),
    ...(edge === 'start' ? [] : [end]),
  ]);
  return snapped(by, edges, places, SNAP / view.scale.value);
}

/** Follows a pressed pointer until it is released. `onEnd` receives false if Escape or the browser canceled the gesture. */
export function followPointer(
  { currentTarget, pointerId }: PointerEvent,
  onMove: (event: PointerEvent) => void,
  onEnd: (isRegular: boolean) => void = () => undefined,
): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const ending = new AbortController();
  const { signal } = ending;
  const end = (isRegular: boolean) => {
    ending.abort();
    onEnd(isRegular);
  };
  currentTarget.setPointerCapture(pointerId);
  currentTarget.addEventListener('pointermove', onMove, { signal });
  currentTarget.addEventListener('pointerup', () => end(true), { signal });
  currentTarget.addEventListener('pointercancel', () => end(false), { signal });
  const onKey = (event: KeyboardEvent) => {
    // A shortcut would change what is being dragged.
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Escape') end(false);
  };
  addEventListener('keydown', onKey, { signal, capture: true });
}
