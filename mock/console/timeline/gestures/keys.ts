import { useEffect } from 'preact/hooks';
import { isShortcut } from '../../app/shortcuts.tsx';
import { type Edit, editAfterDrag, idsOf } from '../model/edit.ts';
import type { OpenTimeline } from '../model/editor.ts';
import type { Way } from '../model/history.ts';
import { USUAL_SCALE, WORD_SCALE } from '../model/scale.ts';
import { neighbor, selectionAfter } from '../model/selection.ts';
import { find, isWord } from '../model/timeline.ts';
import type { TimelineView } from '../model/timeline-view.ts';
import { changesSomething } from './drag.ts';

/** How far a key moves the playhead, or lifted items or words, in seconds. */
const STEP = 0.1;

/** Handles keys on an item or word. Arrow keys move to another item or word. */
export function onTrackKey(event: KeyboardEvent, view: TimelineView): void {
  const focused = event.target instanceof HTMLElement ? event.target.dataset.id : undefined;
  const from = find(view.timeline.value, nextFocused ?? focused ?? '');
  if (event.ctrlKey || event.metaKey || event.altKey || view.edit.value || !from) return;
  if (event.key === 'Enter' && !view.selection.value.includes(from.id)) {
    event.preventDefault();
    view.selection.value = [from.id];
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
    const element = document.querySelector<HTMLElement>(selector);
    element?.focus({ preventScroll: true });
    if (element instanceof HTMLInputElement) element.select();
  });
}

/** Focuses the field with the text of the selected word. */
export function focusText(): void {
  focusSoon('#split-word');
}

/** Focuses the bar that Tab moves to. */
function focusTracks(): void {
  document.querySelector<HTMLElement>('.tracks .bar[tabindex="0"]')?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the tracks whenever the focused element was removed, until the returned function is called. Edits
 * remove the note of an earlier edit, a bar that gets another layer, and the field and button of a replaced word.
 */
function keepFocus({ view }: OpenTimeline): () => void {
  let last: EventTarget | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target;
  };
  const restore = () => {
    const isRemoved = last instanceof Element && !last.isConnected && document.activeElement === document.body;
    // Wait for the edits in the queue, because an edit that creates words selects them when it ends.
    if (isRemoved && view.queue.value.length === 0) focusTracks();
  };
  // Not all browsers fire an event when the focused element is removed.
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  const stopWaiting = view.queue.subscribe(() => requestAnimationFrame(restore));
  addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    stopWaiting();
    removeEventListener('focusin', onFocus);
  };
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
    if (view.selection.value.length === 0) editor.refuse('Select what to lift first.');
    else if (!view.edit.value) lift(view, 0);
  },
  m: ({ view, editor }) => {
    const words = view.selected.value.filter(isWord);
    if (words.length > 1) void editor.send({ kind: 'merge', ids: words.map(({ id }) => id) });
    else editor.refuse('Select the words to merge first, with Shift.');
  },
  h: () => focusSoon('#replace-from'),
  F2: focusText,
  Escape: ({ view }) => {
    view.selection.value = [];
  },
};

/** Arrows move the lifted items or words, Enter sends the edit, Escape cancels it. */
function onLiftedKey({ key, shiftKey }: KeyboardEvent, open: OpenTimeline): boolean {
  const { view } = open;
  const edit = view.edit.value;
  if (edit?.kind !== 'move' && edit?.kind !== 'retime') return false;
  const direction = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (direction) lift(view, liftedBy(view, edit) + direction * STEP * (shiftKey ? 10 : 1));
  else if (key === 'Escape' || key === 'Enter') {
    const isSent = key === 'Enter' && changesSomething(view, edit);
    const [ids, by] = [idsOf(edit), liftedBy(view, edit)];
    view.edit.value = undefined;
    if (isSent) void open.editor.send((timeline) => editAfterDrag(timeline, ids, undefined, by));
  } else return false;
  return true;
}

function lift(view: TimelineView, by: number): void {
  view.edit.value = editAfterDrag(view.expected.value, view.selection.value, undefined, by);
  const span = view.editedSpans.value.get(view.selection.value[0] ?? '');
  if (span) view.reveal(span);
}

function liftedBy({ expected }: TimelineView, edit: Edit): number {
  const [first] = edit.kind === 'retime' ? edit.words : [];
  if (first) return first.start - (expected.value.wordsById.get(first.id)?.start ?? first.start);
  return edit.kind === 'move' ? edit.by : 0;
}

/** Handles the timeline's keys on the whole page, except where a key types text or activates another element. */
export function useViewKeys(open: OpenTimeline): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = wayOf(event);
      if (way) {
        event.preventDefault();
        if (open.view.edit.value) open.view.edit.value = undefined;
        else void open.editor.send(way);
      }
      if (event.key === 'Escape' && document.activeElement?.matches('.inspector input')) focusTracks();
      if (!isShortcut(event) || isTaken(event)) return;
      if (onViewKey(event, open)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    const stopKeeping = keepFocus(open);
    return () => {
      removeEventListener('keydown', onKeyDown);
      stopKeeping();
    };
  }, [open]);
}

/** Returns what Ctrl+Z and Ctrl+Y (or ⌘) do; undefined for other keys, and in fields, where they undo typing. */
function wayOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): Way | undefined {
  const isRedo = key === 'y' || shiftKey;
  if (!/^[yz]$/i.test(key) || !(ctrlKey || metaKey) || altKey) return undefined;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog')) return undefined;
  return isRedo ? 'redo' : 'undo';
}

/** Whether the focused element itself handles the key: for example, Enter presses a button. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isPressing = key === ' ' || key === 'Enter';
  return isPressing && target.matches('button, a, summary') && !target.closest('.tracks');
}
