import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useTimeline } from './view-context.ts';

/** Where the timeline is played. It moves with each frame, so it is moved without drawing anything anew. */
export function Playhead() {
  const { view } = useTimeline();
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const left = view.time.value * view.scale.value;
    if (line.current) line.current.style.transform = `translateX(${left}px)`;
  });
  return <div class="playhead" ref={line} />;
}
