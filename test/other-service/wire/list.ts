import type { Context } from '../context.ts';
import type { listPoints } from '../points/lists.ts';

/** A list in a response. An open point decides its value if there are no items. */
export function list<Item>(
  context: Context,
  id: keyof typeof listPoints,
  items: readonly Item[],
): readonly Item[] | null | undefined {
  if (items.length > 0) return items;
  return context.pick(id, { empty: items, null: null, absent: undefined });
}
