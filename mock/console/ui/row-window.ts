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
