import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Choice } from '../../ui/controls.tsx';
import { useActiveRow, useRowWindow } from '../../ui/row-window.ts';
import { useTimeline } from '../model/editor.ts';
import { formatTime } from '../model/scale.ts';
import { type SortedSpans, spanAt } from '../model/spans.ts';
import { type Caption, type Segment, segmentsOf } from '../model/timeline.ts';

type Line = Caption | Segment;

/** The transcript as captions or sentences. A click on a line moves the playhead to the line's start. */
export function Transcript() {
  const { view } = useTimeline();
  const scroller = useRef<HTMLDivElement>(null);
  const parts = useSignal<'Captions' | 'Segments'>('Captions');
  const lines = useComputed<SortedSpans<Line>>(() =>
    parts.value === 'Captions' ? view.timeline.value.captions : segmentsOf(view.timeline.value),
  );
  const current = useComputed(() => spanAt(lines.value, view.time.value));
  const { all } = lines.value;
  const rows = useRowWindow(scroller, all.length);
  const { start, end, rowHeight, measure } = rows;
  const ids = useComputed(() => lines.value.all.map(({ id }) => id));
  const { activeIndex, activate, onKeyDown } = useActiveRow(scroller, ids.value, rows);
  // Keep the current line visible while playing.
  useSignalEffect(() => {
    const index = current.value ? lines.value.all.indexOf(current.value) : -1;
    if (!view.isPlaying.value || index < 0 || !scroller.current) return;
    scroller.current.scrollTop = (index + 0.5) * rowHeight - scroller.current.clientHeight / 2;
  });
  return (
    <section class="transcript" ref={scroller} onScroll={measure} aria-label={parts.value}>
      <Choice
        label="Parts of the transcript"
        value={parts.value}
        options={[
          ['Captions', 'Captions'],
          ['Segments', 'Segments: sentences'],
        ]}
        onChange={(value) => {
          parts.value = value;
        }}
      />
      {all.length === 0 && <p class="muted">No captions.</p>}
      <ol
        onKeyDown={onKeyDown}
        style={{ paddingTop: `${start * rowHeight}px`, paddingBottom: `${(all.length - end) * rowHeight}px` }}
      >
        {all.slice(start, end).map((line, index) => (
          <Row
            key={line.id}
            line={line}
            isCurrent={line === current.value}
            isTabStop={start + index === activeIndex}
            onFocus={activate}
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  readonly line: Line;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: (id: string) => void;
}

function Row({ line, isCurrent, isTabStop, onFocus }: RowProps) {
  const { view } = useTimeline();
  const goTo = () => {
    view.selection.value = 'itemId' in line ? [line.itemId] : line.words.map(({ id }) => id);
    view.seek(line.start);
  };
  return (
    <li>
      <button
        type="button"
        data-id={line.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'true' : undefined}
        onFocus={() => onFocus(line.id)}
        onClick={goTo}
      >
        <span class="mono muted">{formatTime(line.start, 1)}</span>{' '}
        <span dir="auto">{line.words.map(({ label }) => label).join(' ')}</span>
      </button>
    </li>
  );
}
