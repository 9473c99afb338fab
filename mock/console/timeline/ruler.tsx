import { ticksWithin } from './scale.ts';
import { useTimeline } from './view-context.ts';

/** The times above the lanes. A click, or dragging, moves the playhead. */
export function Ruler() {
  const { view } = useTimeline();
  const scale = view.scale.value;
  const { start, end } = view.drawn.value;
  const shown = { start, end: Math.min(end, view.timeline.value.duration) };
  return (
    <div class="ruler" aria-hidden="true">
      {ticksWithin(shown, scale).map(({ seconds, label }) => (
        <span key={seconds} style={{ left: `${seconds * scale}px` }}>
          {label}
        </span>
      ))}
    </div>
  );
}
