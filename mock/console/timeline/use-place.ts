import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { route, setQuery } from '../app/router.ts';
import type { TimelineView } from './timeline-view.ts';

/** How long it must stay the same to be put into the address, in milliseconds: browsers limit how often that may be done. */
const PAUSE_MS = 400;

/** Keeps in the address where one is, and what is selected; goes there when the view is opened. */
export function usePlace(view: TimelineView): void {
  useEffect(() => {
    const { t, sel, z } = route.peek().query;
    if (sel) view.selection.value = sel.split(',');
    if (Number(z) > 0) view.scale.value = Number(z);
    // Once it is known how long the timeline is, and how wide the page.
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
