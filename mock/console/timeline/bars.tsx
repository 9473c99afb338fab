import { Bar } from './bar.tsx';
import type { Selectable } from './moves.ts';
import { type Run, runsOf } from './runs.ts';
import { formatTime, placeOf } from './scale.ts';
import { type SortedSpans, spansWithin } from './spans.ts';
import { useTimeline } from './view-context.ts';

interface BarsProps {
  readonly spans: SortedSpans<Selectable>;
  /** That to which Tab leads, if it is in this row. */
  readonly tabStopId: string | undefined;
}

/** What is to be seen of a row. What is selected is drawn wherever it is, since it has the focus, or is being dragged. */
export function Bars({ spans, tabStopId }: BarsProps) {
  const { view } = useTimeline();
  const scale = view.scale.value;
  const selection = view.selection.value;
  const runs = runsOf(spansWithin(spans, view.drawn.value), scale);
  const selected = view.selected.value.filter((each) => spans.all.includes(each));
  const single = runs.flatMap(({ items: [first, ...others] }) => (first && others.length === 0 ? [first] : []));
  const bars = new Set([...single, ...selected]);
  const isEdited = (id: string) => view.editedSpans.value.has(id);
  const isRefused = (id: string) => view.answer.value?.outcome === 'refused' && view.answer.value.ids.includes(id);
  return (
    <>
      {runs.map((run) => run.items.length > 1 && <RunBar key={`run ${run.items[0]?.id}`} run={run} scale={scale} />)}
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

/** Items that are too narrow here. Clicking it zooms in. */
function RunBar({ run, scale }: { readonly run: Run<Selectable>; readonly scale: number }) {
  const { start, items } = run;
  return (
    <span
      class="bar run"
      title={`${items.length} items from ${formatTime(start)}`}
      data-run={start}
      style={placeOf(run, scale)}
    />
  );
}
