import { useEffect, useState } from 'preact/hooks';
import { useTimeline } from '../model/editor.ts';
import { captionWireOf, find, jsonText, wireOf } from '../model/timeline.ts';

/** The maximum number of characters to show, because the tooltip cannot be scrolled. */
const MOST_CHARACTERS = 4000;

/** The element under the pointer or with the focus. */
interface Pointed {
  readonly element: HTMLElement;
  /** Where the pointer is; undefined for an element with the focus. */
  readonly left: number | undefined;
}

/** Shows the JSON of the pointed element. It floats above the page, so it does not move other elements. */
export function PointedJson() {
  const { view } = useTimeline();
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => followPointed(setPointed), []);
  const timeline = view.timeline.value;
  if (!pointed?.element.isConnected) return null;
  const { id = '' } = pointed.element.dataset;
  const each = find(timeline, id);
  const caption = each ? undefined : timeline.captions.all.find((one) => one.id === id);
  const { unitsPerSecond } = timeline;
  const wire = each ? wireOf(each, unitsPerSecond) : caption && captionWireOf(caption, unitsPerSecond);
  if (!wire) return null;
  const { top, bottom, left } = pointed.element.getBoundingClientRect();
  // Show the JSON above or below the element, wherever there is more room.
  const place = top > innerHeight / 2 ? { bottom: `${innerHeight - top + 4}px` } : { top: `${bottom + 4}px` };
  const from = `max(8px, min(${pointed.left ?? left}px, 100vw - 400px))`;
  return (
    <pre key={id} class="pointed" role="tooltip" style={{ left: from, ...place }}>
      {jsonText(wire).slice(0, MOST_CHARACTERS)}
    </pre>
  );
}

/** Calls `show` with the pointed element, or with undefined to hide its JSON. */
function followPointed(show: (pointed: Pointed | undefined) => void): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true, passive: true };
  const point = ({ target, type, clientX }: Event & Partial<MouseEvent>) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
    const isPointed = element && (type !== 'focusin' || element.matches(':focus-visible'));
    show(isPointed ? { element, left: clientX } : undefined);
  };
  // Ignore touch, because a tap selects the element and the inspector then shows its JSON.
  addEventListener('pointerover', (event) => event.pointerType === 'mouse' && point(event), options);
  addEventListener('focusin', point, options);
  for (const type of ['scroll', 'pointerdown', 'keydown']) addEventListener(type, () => show(undefined), options);
  return () => ending.abort();
}
