import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { type RowWindow, rowWindow } from './row-window.ts';

/** As in `--row` of the styles, where a mouse points. */
const USUAL_ROW_HEIGHT = 28;

export interface DrawnRows extends RowWindow {
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
