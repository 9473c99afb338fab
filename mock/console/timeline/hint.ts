import type { Edit } from './edit.ts';
import type { Timeline } from './model.ts';
import { formatTime } from './scale.ts';

/** What one does not see of an edit while dragging: a cut always moves the end, and gives words other times. */
export function hintOf({ itemsById }: Timeline, edit: Edit | undefined): string | undefined {
  const item = edit?.kind === 'trim' ? itemsById.get(edit.id) : undefined;
  if (edit?.kind !== 'trim' || !item) return undefined;
  const start = edit.edge === 'start' ? 'The start stays, and the' : 'The';
  const words = item.content.type === 'caption' ? ' Its words share the time that is left.' : '';
  return `${start} end moves to ${formatTime(item.end - edit.by)}.${words}`;
}
