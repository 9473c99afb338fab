import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** The value of `--row` in the styles for devices with a mouse. */
const USUAL_ROW_HEIGHT = 28;

/** The number of rows rendered above and below the visible ones. */
const EXTRA_ROWS = 10;

/** Returns which rows of a long list to render: from `start` to `end` (exclusive). Call `measure` after each scroll. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  const sight = useSignal({ scrollTop: 0, height: 0, rowHeight: USUAL_ROW_HEIGHT });
  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, clientHeight: height } = element;
    const rowHeight = element.querySelector('thead')?.clientHeight || USUAL_ROW_HEIGHT;
    sight.value = { scrollTop, height, rowHeight };
  };
  useLayoutEffect(measure, [count]);
  const { scrollTop, height, rowHeight } = sight.value;
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  const start = Math.max(0, Math.min(first, count) - EXTRA_ROWS);
  return { start, end: Math.min(count, last + EXTRA_ROWS), rowHeight, measure };
}

interface ActiveRowOptions {
  /** The id of the row that Tab moves to at first. */
  readonly first?: string | undefined;
  /** Whether Tab moves to the last rendered row, instead of the first, if the active row is not rendered. */
  readonly isNewestLast?: boolean;
}

/** Makes a list a single Tab stop: the arrow, Page, Home and End keys move between its rows. */
export function useActiveRow(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  { start, end, rowHeight, measure }: ReturnType<typeof useRowWindow>,
  { first, isNewestLast }: ActiveRowOptions = {},
) {
  const activeId = useSignal(first);
  const found = ids.indexOf(activeId.value ?? '');
  const usual = isNewestLast ? Math.max(start, end - 1) : start;
  const activeIndex = found < start || found >= end ? usual : found;
  const activate = (id: string) => {
    activeId.value = id;
  };
  /** Returns whether the key moves to another row. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const index = rowAfterKey(event.key, activeIndex, ids.length);
    const id = ids[index ?? -1];
    if (index === undefined || id === undefined) return false;
    event.preventDefault();
    activate(id);
    bringIntoSight(scroller.current, index, rowHeight);
    measure();
    // Wait until the row is rendered.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
    return true;
  };
  return { activeIndex, activate, onKeyDown };
}

const targets: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - 10,
  PageDown: (index) => index + 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Returns the index of the row that a key moves to; undefined for a key that does not move. */
function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const target = targets[key]?.(index, count);
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}

/** Scrolls just far enough to show the row below the column titles. */
function bringIntoSight(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller) return;
  const highest = index * rowHeight;
  const lowest = highest + 2 * rowHeight - scroller.clientHeight;
  scroller.scrollTop = Math.max(lowest, Math.min(highest, scroller.scrollTop));
}
