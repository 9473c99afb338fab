import { useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { route, setQuery } from '../../app/router.ts';
import type { TimelineView } from '../model/timeline-view.ts';

/** Keeps the view state and the elements on the page in sync: width, scale and scroll position. */
export function useMeasures(view: TimelineView) {
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
  // Runs after the width is set: browsers don't scroll beyond it.
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

/** A passive listener cannot keep the browser from zooming the page, and `onWheel` has no way to say that it is not passive. */
function zoomByWheel(element: HTMLElement, view: TimelineView): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    view.zoomBy(1.002 ** -event.deltaY, event.clientX - element.getBoundingClientRect().left);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}

/** The address is updated after a pause of this many milliseconds: browsers limit how often a page may change it. */
const PAUSE_MS = 400;

/** Keeps time, zoom and selection in the address, and restores them when the view is opened. */
export function usePlace(view: TimelineView): void {
  useEffect(() => {
    const { t, sel, z } = route.peek().query;
    if (sel) view.selection.value = sel.split(',');
    if (Number(z) > 0) view.scale.value = Number(z);
    // Waits until the length of the timeline and the width of the page are known.
    const stop = view.width.subscribe((width) => {
      if (width === 0) return;
      queueMicrotask(() => stop());
      view.zoomTo(view.scale.value);
      const [first] = view.selected.value;
      if (Number(t) > 0) view.seek(Number(t));
      if (first) view.reveal(first);
    });
    return stop;
  }, [view]);
  useSignalEffect(() => {
    const { value: time } = view.time;
    const query = { t: time > 0 ? time.toFixed(1) : '', sel: view.selection.value.slice(0, 5).join(',') };
    const z = String(Math.round(view.scale.value * 10) / 10);
    const timer = setTimeout(() => setQuery({ ...query, z }), PAUSE_MS);
    return () => clearTimeout(timer);
  });
}
