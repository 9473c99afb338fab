import { type Edge, type Edit, editAfterDrag, snapped, spansAfter } from '../model/edit.ts';
import type { OpenTimeline } from '../model/editor.ts';
import { selectionAfter } from '../model/selection.ts';
import { spansWithin } from '../model/spans.ts';
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
  if (!wasSelected || hasModifier) {
    view.selection.value = selectionAfter(view.timeline.value, view.selection.value, id, event);
  }
  // A touch scrolls unless the item was already selected.
  const canDrag = event.pointerType === 'mouse' || wasSelected;
  if (hasModifier || !canDrag || view.edit.value || editor.isOff.value) return;
  const ids = edge ? [id] : view.selection.value;
  const from = event.clientX + view.scrollLeft.value;
  let edit: Edit | undefined;
  const drag = ({ clientX, shiftKey }: PointerEvent) => {
    const moved = clientX + view.scrollLeft.value - from;
    if (!edit && Math.abs(moved) < LEAST_MOVE) return;
    const by = snappedShift(view, ids, edge, moved / view.scale.value);
    edit = editAfterDrag(view.timeline.value, ids, edge, by, shiftKey);
    view.edit.value = edit;
  };
  followPointer(event, drag, (isRegular) => {
    // A drag moves the whole selection, but a click selects only one item.
    if (isRegular && !edit) view.selection.value = [id];
    else if (isRegular && edit && changesSomething(view, edit)) void editor.send(edit);
    else view.edit.value = undefined;
  });
}

export function changesSomething({ timeline, selected }: TimelineView, edit: Edit): boolean {
  const spans = spansAfter(timeline.value, edit);
  return selected.value.some(({ id, start, end }) => {
    const span = spans.get(id);
    return span !== undefined && (span.start !== start || span.end !== end);
  });
}

function snappedShift(view: TimelineView, ids: readonly string[], edge: Edge | undefined, by: number): number {
  const { lanes, words } = view.timeline.value;
  const shown = [
    ...lanes.map(({ items }) => spansWithin(items, view.drawn.value)),
    spansWithin(words, view.drawn.value),
  ];
  const others = shown.flat().filter(({ id }) => !ids.includes(id));
  const places = [0, view.time.value, ...others.flatMap(({ start, end }) => [start, end])];
  const edges = view.selected.value.flatMap(({ start, end }) => [
    ...(edge === 'end' ? [] : [start]),
    ...(edge === 'start' ? [] : [end]),
  ]);
  return snapped(by, edges, places, SNAP / view.scale.value);
}

/** Follows a pressed pointer until it is released. `onEnd` receives false if the browser canceled the gesture. */
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
}
