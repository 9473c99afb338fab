import { useEffect, useState } from 'preact/hooks';
import { useTimeline } from '../model/editor.ts';
import { captionWireOf, find, jsonText, wireOf } from '../model/timeline.ts';

/** The maximum number of characters to show, because the tooltip cannot be scrolled. */
const MOST_CHARACTERS = 4000;

/** Shows the JSON of the element under the pointer. It floats above the page, so it does not move other elements. */
export function PointedJson() {
  const { view } = useTimeline();
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => followPointed(setPointed), []);
  if (!pointed) return null;
  const { id, left, box } = pointed;
  const timeline = view.timeline.value;
  const each = find(timeline, id);
  const caption = each ? undefined : timeline.captions.all.find((one) => one.id === id);
  const { unitsPerSecond } = timeline;
  const wire = each ? wireOf(each, unitsPerSecond) : caption && captionWireOf(caption, unitsPerSecond);
  if (!wire) return null;
  // Show the JSON above or below the element, wherever there is more room.
  const place =
    box.top > innerHeight / 2 ? { bottom: `${innerHeight - box.top + 4}px` } : { top: `${box.bottom + 4}px` };
  return (
    <pre class="pointed" role="tooltip" style={{ left: `max(8px, min(${left}px, 100vw - 400px))`, ...place }}>
      {jsonText(wire).slice(0, MOST_CHARACTERS)}
    </pre>
  );
}

/** How long the pointer must rest before the JSON is shown, in milliseconds. */
const DELAY_MS = 500;

interface Pointed {
  readonly id: string;
  readonly left: number;
  readonly box: DOMRect;
}

/** Calls `show` with the element that the pointer rests on or that has the focus. `show(undefined)` hides the JSON. */
function followPointed(show: (pointed: Pointed | undefined) => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true, passive: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { readonly element: HTMLElement | null; readonly type: string } | undefined;
  let showLast: (() => void) | undefined;
  const wait = () => {
    clearTimeout(timer);
    show(undefined);
    if (showLast) timer = setTimeout(showLast, DELAY_MS);
  };
  const hide = () => {
    showLast = undefined;
    wait();
  };
  const point = ({ target, type, clientX }: Event & Partial<MouseEvent>) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    // Keep the JSON of a focused element while the pointer moves, and of a pointed element while the focus moves.
    if (element === last?.element || (!element && type !== last?.type)) return;
    last = { element, type };
    hide();
    const { id } = element?.dataset ?? {};
    if (!element || id === undefined || (type === 'focusin' && !element.matches(':focus-visible'))) return;
    showLast = () => {
      const box = element.getBoundingClientRect();
      if (element.isConnected) show({ id, left: clientX ?? box.left, box });
    };
    wait();
  };
  // Ignore touch, because a tap selects the element and the inspector then shows its JSON.
  addEventListener('pointermove', (event) => event.pointerType === 'mouse' && point(event), options);
  addEventListener('focusin', point, options);
  addEventListener('scroll', wait, options);
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, hide, options);
  return () => {
    ending.abort();
    hide();
  };
}
