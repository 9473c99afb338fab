import { useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { followPointer } from '../gestures/drag.ts';
import { useTimeline } from '../model/editor.ts';
import { runsOf } from '../model/scale.ts';
import type { Lane } from '../model/timeline.ts';

/** The width of the drawing, in its own units. */
const UNITS = 1000;

/** A small overview of the whole timeline, with the visible part marked. */
export function OverviewStrip() {
  const { view } = useTimeline();
  const paths = useComputed(() => {
    const { lanes, duration } = view.timeline.value;
    return lanes.map((lane) => ({ type: lane.items.all[0]?.content.type, path: pathOf(lane, duration) }));
  });
  const goTo = (event: PointerEvent, strip: HTMLElement) => {
    const { left, width } = strip.getBoundingClientRect();
    const time = ((event.clientX - left) / width) * view.timeline.value.duration;
    view.scrollTo(time * view.scale.value - view.width.value / 2);
  };
  const height = 100 / Math.max(1, paths.value.length);
  return (
    <div
      class="strip"
      aria-hidden="true"
      onPointerDown={(event) => {
        goTo(event, event.currentTarget);
        followPointer(event, (next) => goTo(next, event.currentTarget));
      }}
    >
      <svg viewBox={`0 0 ${UNITS} 100`} preserveAspectRatio="none" aria-hidden="true">
        {paths.value.map(({ type, path }, index) => (
          <path
            key={index}
            class={type}
            d={path}
            transform={`translate(0 ${(index + 0.5) * height})`}
            stroke-width={height - 6}
          />
        ))}
      </svg>
      <Sight />
    </div>
  );
}

/** Marks the visible part. The mark moves on every scroll, so we set its style directly, without rendering. */
function Sight() {
  const { view } = useTimeline();
  const place = useRef<HTMLDivElement>(null);
  const whole = Math.max(1, view.timeline.value.duration * view.scale.value);
  useSignalEffect(() => {
    const part = view.scrollLeft.value / Math.max(1, view.timeline.value.duration * view.scale.value);
    if (place.current) place.current.style.transform = `translateX(${part * 100}%)`;
  });
  return (
    <div class="sight" ref={place}>
      <div style={{ width: `${Math.min(1, view.width.value / whole) * 100}%` }} />
    </div>
  );
}

function pathOf({ items }: Lane, duration: number): string {
  const scale = UNITS / Math.max(duration, 1e-3);
  return runsOf(items.all, scale)
    .map(
      ({ start, end }) => `M${(start * scale).toFixed(1)} 0h${Math.max(0.5, (end - start) * scale - 0.5).toFixed(1)}`,
    )
    .join('');
}
