import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useRowWindow } from '../ui/use-row-window.ts';
import type { Caption } from './model.ts';
import { formatTime } from './scale.ts';
import { useTimeline } from './view-context.ts';

/** The captions in order. A click goes to one. */
export function Transcript() {
  const { view } = useTimeline();
  const scroller = useRef<HTMLDivElement>(null);
  const { all } = view.timeline.value.captions;
  const { start, end, rowHeight, measure } = useRowWindow(scroller, all.length);
  const current = view.caption.value;
  // While it plays, what is spoken stays in sight.
  useSignalEffect(() => {
    const index = view.timeline.value.captions.all.findIndex(({ id }) => id === view.caption.value?.id);
    if (!view.isPlaying.value || index < 0 || !scroller.current) return;
    scroller.current.scrollTop = (index + 0.5) * rowHeight - scroller.current.clientHeight / 2;
  });
  return (
    <section class="transcript" ref={scroller} onScroll={measure} aria-label="Captions">
      {all.length === 0 && <p class="muted">No captions.</p>}
      <ol style={{ paddingTop: `${start * rowHeight}px`, paddingBottom: `${(all.length - end) * rowHeight}px` }}>
        {all.slice(start, end).map((caption) => (
          <Row key={caption.id} caption={caption} isCurrent={caption === current} />
        ))}
      </ol>
    </section>
  );
}

function Row({ caption, isCurrent }: { readonly caption: Caption; readonly isCurrent: boolean }) {
  const { view } = useTimeline();
  const goTo = () => {
    view.selection.value = [caption.itemId];
    view.seek(caption.start);
  };
  return (
    <li>
      <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={goTo}>
        <span class="mono muted">{formatTime(caption.start, 1)}</span>{' '}
        <span dir="auto">{caption.words.map(({ label }) => label).join(' ')}</span>
      </button>
    </li>
  );
}
