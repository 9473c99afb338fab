import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** As in `--row` of the styles, where a mouse points. */
const USUAL_ROW_HEIGHT = 28;

interface DrawnRows extends RowWindow {
  /** In pixels. */
  readonly rowHeight: number;
  /** To be called when it was scrolled. */
  measure(): void;
}

/** Which rows of a table are drawn, by what is in sight of it. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): DrawnRows {
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
  return { ...rowWindow(count, rowHeight, scrollTop, height), rowHeight, measure };
}

/** The rows that are drawn of a long list. */
interface RowWindow {
  /** Of the first one that is drawn. */
  readonly start: number;
  /** After the last one. */
  readonly end: number;
}

/** How many rows are drawn above and below those that one sees. */
const EXTRA_ROWS = 10;

/** The rows in sight, and some more. All numbers but the count are in pixels. */
function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  return { start: Math.max(0, Math.min(first, count) - EXTRA_ROWS), end: Math.min(count, last + EXTRA_ROWS) };
}
