import type { listPoints } from '../../../mock/points/pages.ts';
import type { Context } from '../context.ts';

/** Returns the value of a list in a response. The choice for the point `id` determines the value of an empty list. */
export function list<Item>(
  context: Context,
  id: keyof typeof listPoints,
  items: readonly Item[],
): readonly Item[] | null | undefined {
  if (items.length > 0) return items;
  return context.pick(id, { empty: items, null: null, absent: undefined });
}
