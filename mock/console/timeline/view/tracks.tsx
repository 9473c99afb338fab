import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { followPointer, pressBar } from '../gestures/drag.ts';
import { focusText, onTrackKey } from '../gestures/keys.ts';
import type { Edge } from '../model/edit.ts';
import { type OpenTimeline, useTimeline } from '../model/editor.ts';
import { formatTime, ticksWithin, WORD_SCALE } from '../model/scale.ts';
import { find, isWord } from '../model/timeline.ts';
import type { TimelineView } from '../model/timeline-view.ts';
import { Bars } from './bars.tsx';

/** The ruler, the lanes with their items, and the words, in one native scroller. */
export function Tracks() {
  const open = useTimeline();
  const { view } = open;
  const { scroller, content, onScroll } = useMeasures(view);
  const { lanes, wordRows } = view.timeline.value;
  const showsWords = view.scale.value >= WORD_SCALE;
  const [selected] = view.selected.value;
  const tabStop = selected && (showsWords || !isWord(selected)) ? selected : lanes.at(-1)?.items.all[0];
  return (
    <div class="tracks">
      <div class="lane-names" aria-hidden="true">
        {lanes.map(({ layer }) => (
          <span key={layer}>Layer {layer}</span>
        ))}
        {(showsWords ? wordRows : [0]).map((_, index) => (
          <span key={index}>Words</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: this element handles the events of its buttons. */}
      <div
        class="track-scroller"
        ref={scroller}
        onScroll={onScroll}
        onKeyDown={(event) => onTrackKey(event, view)}
        onPointerDown={(event) => press(event, open)}
        onDblClick={focusText}
      >
        <div class="track-content" ref={content}>
          <Ruler />
          {lanes.map(({ layer, items }) => (
            <fieldset key={layer} class="lane" aria-label={`Layer ${layer}`}>
              <Bars spans={items} tabStopId={tabStop?.id} />
            </fieldset>
          ))}
          {showsWords ? (
            wordRows.map((words, index) => (
              <fieldset key={index} class="lane words" aria-label="Words">
                <Bars spans={words} tabStopId={tabStop?.id} />
              </fieldset>
            ))
          ) : (
            <div class="lane words">
              <span class="muted hint">Zoom in to see the words.</span>
            </div>
          )}
          <Playhead />
          <EditGuides />
        </div>
      </div>
    </div>
  );
}

function press(event: PointerEvent, open: OpenTimeline): void {
  const { target } = event;
  if (event.button !== 0 || !(target instanceof HTMLElement)) return;
  const { view } = open;
  const id = target.closest<HTMLElement>('[data-id]')?.dataset.id;
  const run = target.closest<HTMLElement>('[data-run]')?.dataset.run;
  if (id !== undefined) pressBar(event, id, edgeAt(event, target, view.selection.value.includes(id)), open);
  else if (run !== undefined) zoomInto(Number(run), view);
  else if (target.closest('.ruler')) {
    seekTo(event, view);
    followPointer(event, (next) => seekTo(next, view));
  }
}

/** The width of the handles at the ends of a bar, in pixels. */
const HANDLE = 7;

/** Returns the handle that is pressed. The styles show handles of bars that are selected or under a mouse. */
function edgeAt({ clientX, pointerType }: PointerEvent, target: HTMLElement, isSelected: boolean): Edge | undefined {
  const { left, width } = target.closest('.bar')?.getBoundingClientRect() ?? { left: 0, width: 0 };
  const handle = Math.min(HANDLE, width / 3);
  if (pointerType !== 'mouse' && !isSelected) return undefined;
  if (clientX - left < handle) return 'start';
  return left + width - clientX < handle ? 'end' : undefined;
}

function zoomInto(time: number, view: TimelineView): void {
  view.zoomTo(view.scale.value * 8, time * view.scale.value - view.scrollLeft.value);
}

function seekTo({ clientX }: PointerEvent, view: TimelineView): void {
  const left = document.querySelector('.track-scroller')?.getBoundingClientRect().left ?? 0;
  view.seek((clientX - left + view.scrollLeft.value) / view.scale.value);
}

/** The times above the lanes. A click or drag moves the playhead. */
function Ruler() {
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

/** Draws the playhead. It moves with each frame, so we set its style directly, without rendering. */
function Playhead() {
  const { view } = useTimeline();
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const left = view.time.value * view.scale.value;
    if (line.current) line.current.style.transform = `translateX(${left}px)`;
  });
  return <div class="playhead" ref={line} />;
}

/** How far the time is above the pointer, in pixels, so that it does not cover the label of the bar. */
const ABOVE = 48;

/** During an edit, shows the new time above the pointer or the lanes, and a line where the edit snaps. */
function EditGuides() {
  const { view } = useTimeline();
  const { value: edit } = view.edit;
  const { value: guide } = view.guide;
  const first = find(view.expected.value, view.selection.value[0] ?? '');
  const span = first && view.editedSpans.value.get(first.id);
  if (!edit || !span) return null;
  const time = span.start === first.start ? span.end : span.start;
  const left = guide?.left ?? time * view.scale.value;
  const isAtEnd = left - view.scrollLeft.value > view.width.value - 100;
  return (
    <>
      {guide?.snap !== undefined && <div class="snap" style={{ left: `${guide.snap * view.scale.value}px` }} />}
      <output
        class={isAtEnd ? 'edit-time before' : 'edit-time'}
        style={{ left: `${left}px`, top: `${Math.max(0, (guide?.top ?? 0) - ABOVE)}px` }}
      >
        {formatTime(time)}
      </output>
    </>
  );
}

/** Keeps the view state in sync with the elements on the page: width, scale and scroll position. */
function useMeasures(view: TimelineView) {
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
    const left = view.scrollLeft.value;
    const width = view.timeline.value.duration * view.scale.value;
    // Set the width first, because browsers don't scroll beyond the content.
    if (content.current) content.current.style.width = `${width}px`;
    if (scroller.current && left !== scrolledTo.current) scroller.current.scrollLeft = left;
  });
  const onScroll = () => {
    scrolledTo.current = scroller.current?.scrollLeft ?? 0;
    view.scrollLeft.value = scrolledTo.current;
  };
  return { scroller, content, onScroll };
}

/** Zooms with the wheel. The listener is not passive, so that it can keep the browser from zooming the page. */
function zoomByWheel(element: HTMLElement, view: TimelineView): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    view.zoomBy(1.002 ** -event.deltaY, event.clientX - element.getBoundingClientRect().left);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}
