import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TimelineView } from './timeline-view.ts';

export interface Measures {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** What is scrolled, as wide as the whole timeline. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** To be called when it was scrolled. */
  onScroll(): void;
}

/** Keeps what the view says of width, scale and place, and what is on the page, the same. */
export function useMeasures(view: TimelineView): Measures {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      view.width.value = element.clientWidth;
    });
    observer.observe(element);
    const stopZooming = zoomByWheel(element, view);
    return () => {
      observer.disconnect();
      stopZooming();
    };
  }, [view]);
  useSignalEffect(() => {
    if (content.current) content.current.style.width = `${view.timeline.value.duration * view.scale.value}px`;
  });
  // After the width: a place beyond it would be refused.
  useSignalEffect(() => {
    const left = view.scrollLeft.value;
    if (scroller.current && left !== scrolledTo.current) scroller.current.scrollLeft = left;
  });
  const onScroll = () => {
    scrolledTo.current = scroller.current?.scrollLeft ?? 0;
    view.scrollLeft.value = scrolledTo.current;
  };
  return { scroller, content, onScroll };
}

/** Not as a property of the element: such listeners of wheels cannot keep the page from being zoomed. */
function zoomByWheel(element: HTMLElement, view: TimelineView): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    view.zoomBy(1.002 ** -event.deltaY, event.clientX - element.getBoundingClientRect().left);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}
