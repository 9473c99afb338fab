import { useEffect } from 'preact/hooks';
import { isShortcut } from '../../app/shortcuts.tsx';
import { type Edit, editAfterDrag } from '../model/edit.ts';
import type { OpenTimeline } from '../model/editor.ts';
import type { Way } from '../model/history.ts';
import { USUAL_SCALE, WORD_SCALE } from '../model/scale.ts';
import { neighbor, selectionAfter } from '../model/selection.ts';
import { isWord } from '../model/timeline.ts';
import type { TimelineView } from '../model/timeline-view.ts';
import { changesSomething } from './drag.ts';

/** How far a key moves a picked-up item, in seconds. Shift moves it ten times as far. */
const STEP = 0.1;

/** Handles keys on an item or word. Arrow keys move to another item or word. */
export function onTrackKey(event: KeyboardEvent, view: TimelineView): void {
  const [from] = view.selected.value.slice(-1);
  const focused = event.target instanceof HTMLElement ? event.target.dataset.id : undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || view.edit.value || focused === undefined) return;
  if (!from || (from.id !== focused && from.id !== nextFocused)) {
    if (event.key.startsWith('Arrow') || event.key === 'Enter') {
      event.preventDefault();
      view.selection.value = [focused];
    }
    return;
  }
  const next = neighbor(view.timeline.value, from, event.key);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  if (isWord(next) && view.scale.value < WORD_SCALE) view.zoomTo(USUAL_SCALE);
  view.selection.value = selectionAfter(view.timeline.value, view.selection.value, next.id, event);
  view.reveal(next);
  nextFocused = next.id;
  focusSoon(`[data-id="${CSS.escape(next.id)}"]`);
}

/** The id of the element to focus in the next frame. Until then, arrow keys move from this element. */
let nextFocused: string | undefined;

/** Focuses an element after it is rendered. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() => {
    nextFocused = undefined;
    document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
}

/** Handles keys for the whole view. Returns whether the key was handled. */
function onViewKey(event: KeyboardEvent, open: OpenTimeline): boolean {
  if (onLiftedKey(event, open)) return true;
  const act = viewKeys[event.key];
  act?.(open);
  return act !== undefined;
}

const viewKeys: Readonly<Record<string, (open: OpenTimeline) => void>> = {
  ' ': ({ view }) => view.togglePlaying(),
  ',': ({ view }) => view.seek(view.time.value - STEP),
  '.': ({ view }) => view.seek(view.time.value + STEP),
  '+': ({ view }) => view.zoomBy(1.5),
  '=': ({ view }) => view.zoomBy(1.5),
  '-': ({ view }) => view.zoomBy(1 / 1.5),
  '0': ({ view }) => view.fit(),
  v: ({ view, editor }) => {
    if (!view.edit.value && !editor.isOff.value) lift(view, 0);
  },
  m: ({ view, editor }) => {
    const words = view.selected.value.filter(isWord);
    if (words.length > 1) void editor.send({ kind: 'merge', ids: words.map(({ id }) => id) });
  },
  h: () => focusSoon('#replace-from'),
  F2: () => focusSoon('#split-word'),
  Escape: ({ view }) => {
    view.selection.value = [];
  },
};

/** Arrows move the picked-up item, Enter sends the edit, Escape cancels it. */
function onLiftedKey({ key, shiftKey }: KeyboardEvent, { view, editor }: OpenTimeline): boolean {
  const edit = view.edit.value;
  if ((edit?.kind !== 'move' && edit?.kind !== 'retime') || view.isSending.value) return false;
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (direction) lift(view, liftedBy(view, edit) + direction * STEP * (shiftKey ? 10 : 1));
  else if (key === 'Enter' && changesSomething(view, edit)) void editor.send(edit);
  else if (key === 'Escape' || key === 'Enter') view.edit.value = undefined;
  else return false;
  return true;
}

function lift(view: TimelineView, by: number): void {
  view.edit.value = editAfterDrag(view.timeline.value, view.selection.value, undefined, by);
  const [first] = view.editedSpans.value.values();
  if (first) view.reveal(first);
}

function liftedBy(view: TimelineView, edit: Edit): number {
  const [first] = view.selected.value;
  const span = first && view.editedSpans.value.get(first.id);
  return edit.kind === 'move' ? edit.by : span ? span.start - first.start : 0;
}

/** Handles the timeline's keys on the whole page, except where a key types text or activates another element. */
export function useViewKeys(open: OpenTimeline): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = wayOf(event);
      if (way) {
        event.preventDefault();
        void open.editor.repeat(way);
      }
      if (!isShortcut(event) || isTaken(event)) return;
      if (onViewKey(event, open)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      open.view.isPlaying.value = false;
    };
  }, [open]);
}

/** Returns what Ctrl+Z or ⌘Z does; undefined for other keys, and in fields, where the keys undo typing. */
function wayOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): Way | undefined {
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey) return undefined;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog')) return undefined;
  return shiftKey ? 'redo' : 'undo';
}

/** Whether the focused element itself handles the key: for example, Enter presses a button. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isPressing = key === ' ' || key === 'Enter';
  return isPressing && target.matches('button, a, summary') && !target.closest('.tracks');
}
