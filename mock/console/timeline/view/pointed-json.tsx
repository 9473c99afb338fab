import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { followPointed, type Pointed } from '../gestures/pointed.ts';
import { useTimeline } from '../model/open-timeline.ts';
import { find } from '../model/selection.ts';
import { captionWireOf, jsonText, wireOf } from '../model/wire.ts';

/** Shows no more characters than this: the tooltip cannot be scrolled. */
const MOST_CHARACTERS = 4000;

/** The JSON of the element under the pointer. It floats over the page, so nothing is laid out again. */
export function PointedJson() {
  const { view } = useTimeline();
  const pointed = useSignal<Pointed | undefined>(undefined);
  useEffect(
    () =>
      followPointed((next) => {
        pointed.value = next;
      }),
    [],
  );
  if (!pointed.value) return null;
  const { id, left, box } = pointed.value;
  const timeline = view.timeline.value;
  const each = find(timeline, id);
  const caption = each ? undefined : timeline.captions.all.find((one) => one.id === id);
  const wire = each
    ? wireOf(each, timeline.unitsPerSecond)
    : caption && captionWireOf(caption, timeline.unitsPerSecond);
  if (!wire) return null;
  // Goes above or below, wherever there is more room.
  const place =
    box.top > innerHeight / 2 ? { bottom: `${innerHeight - box.top + 4}px` } : { top: `${box.bottom + 4}px` };
  return (
    <pre class="pointed" role="tooltip" style={{ left: `max(8px, min(${left}px, 100vw - 400px))`, ...place }}>
      {jsonText(wire).slice(0, MOST_CHARACTERS)}
    </pre>
  );
}
