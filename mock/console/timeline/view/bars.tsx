import { Component } from 'preact';
import { capitalized } from '../../data/texts.ts';
import { useTimeline } from '../model/editor.ts';
import { formatTime, placeOf, runsOf } from '../model/scale.ts';
import { type SortedSpans, type Span, spansWithin } from '../model/spans.ts';
import { isWord, type Selectable } from '../model/timeline.ts';

interface BarsProps {
  readonly spans: SortedSpans<Selectable>;
  /** The id of the bar that Tab moves to. The bar may be in another row. */
  readonly tabStopId: string | undefined;
}

/** Draws the bars of a row. Always draws selected bars, because they may have the focus or be dragged. */
export function Bars({ spans, tabStopId }: BarsProps) {
  const { view } = useTimeline();
  const scale = view.scale.value;
  const selection = view.selection.value;
  const runs = runsOf(spansWithin(spans, view.drawn.value), scale);
  const selected = view.selected.value.filter((each) => spans.all.includes(each));
  const single = runs.flatMap(({ items: [first, ...others] }) => (first && others.length === 0 ? [first] : []));
  const bars = new Set([...single, ...selected]);
  const isEdited = (id: string) => view.editedSpans.value.has(id);
  const isRefused = (id: string) => view.sent.value?.outcome === 'refused' && view.sent.value.ids.includes(id);
  return (
    <>
      {runs.map((run) => {
        const { start, items } = run;
        // A run stands for several items that are too narrow at this scale. A click on it zooms in.
        const title = `${items.length} items from ${formatTime(start)}`;
        const key = `run ${items[0]?.id}`;
        return (
          items.length > 1 && (
            <span key={key} class="bar run" title={title} data-run={start} style={placeOf(run, scale)} />
          )
        );
      })}
      {[...bars].map(
        (each) => isEdited(each.id) && <span key={`was ${each.id}`} class="bar was" style={placeOf(each, scale)} />,
      )}
      {[...bars].map((each) => (
        <Bar
          key={each.id}
          each={each}
          span={view.editedSpans.value.get(each.id) ?? each}
          scale={scale}
          isSelected={selection.includes(each.id)}
          isTabStop={each.id === tabStopId}
          state={isEdited(each.id) ? 'edited' : isRefused(each.id) ? 'refused' : undefined}
        />
      ))}
    </>
  );
}

interface BarProps {
  readonly each: Selectable;
  /** The drawn position of the bar. During an edit, it differs from the item's span. */
  readonly span: Span;
  readonly scale: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  /** `edited` during an edit, `refused` after an edit that was rejected. */
  readonly state: 'edited' | 'refused' | undefined;
}

/** The minimum width of a bar with a label, in pixels. */
const NARROW = 18;

/** The minimum width of a bar with a sticky label, in pixels. More sticky labels would slow down scrolling. */
const WIDE = 400;

/** Draws an item or a word. It is rendered again only if a prop changed. The tracks handle all events of bars. */
class Bar extends Component<BarProps> {
  override shouldComponentUpdate(next: BarProps): boolean {
    // Cast: `keys` returns strings.
    const names = Object.keys(next) as (keyof BarProps)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ each, span, scale, isSelected, isTabStop, state }: BarProps) {
    const type = isWord(each) ? 'word' : each.content.type;
    const width = (span.end - span.start) * scale;
    const classes = ['bar', type, isSelected && 'selected', width > WIDE && 'wide', state].filter(Boolean).join(' ');
    return (
      <button
        type="button"
        class={classes}
        data-id={each.id}
        aria-label={nameOf(each)}
        aria-pressed={isSelected}
        tabIndex={isTabStop ? 0 : -1}
        style={placeOf(span, scale)}
      >
        {width > NARROW && <span class="label">{each.label}</span>}
      </button>
    );
  }
}

/** Returns the accessible name, for screen readers. */
function nameOf(each: Selectable): string {
  const times = `${formatTime(each.start)} to ${formatTime(each.end)}`;
  if (isWord(each)) return `Word, ${each.label}, ${times}`;
  const { type, layer } = each.content;
  return `${capitalized(type)}, ${each.label}, ${times}, layer ${layer}`;
}
