import type { Paint } from '../log/paint.ts';
import { drawSegments, plain, type Segment } from '../log/segments.ts';
import type { ShownText } from '../log/shown-text.ts';
import { type ListenState, selectedDelivery, selectedIndex } from './state.ts';

/** How the last line of the terminal looks. */
export interface StatusOptions {
  readonly shown: ShownText;
  readonly paint: Paint;
  /** The width of the terminal. */
  readonly columns: number;
}

/** The last line of the terminal: which delivery the keys act on, and which keys there are. */
export function statusLine(state: ListenState, { shown, paint, columns }: StatusOptions): string {
  const segments = [...selection(state, shown, paint), [keysFor(state), paint.dim] as const];
  // A line that fills the last column would wrap on some terminals.
  return drawSegments(segments, columns - 1);
}

function selection(state: ListenState, shown: ShownText, paint: Paint): Segment[] {
  const delivery = selectedDelivery(state);
  if (!delivery) return [['No deliveries yet', plain]];
  const { id, event, status } = delivery;
  const place = `${selectedIndex(state) + 1} of ${state.deliveries.length}`;
  return [
    ['❯ ', paint.cyan],
    [shown.part(id), paint.bold],
    [` ${shown.part(event.type)} ${status} · ${place}`, plain],
    ...(state.sending.includes(id) ? ([[' · sending again …', paint.yellow]] as const) : []),
  ];
}

function keysFor({ deliveries }: ListenState): string {
  const keys = ['? help', 'q stop'];
  return ` · ${(deliveries.length === 0 ? keys : ['↑↓ walk', 'Enter open', 'r send again', ...keys]).join(' · ')}`;
}
