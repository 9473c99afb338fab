/**
 * A list with what has come or changed since, at most `most` of it, the newest last. Undefined, as before the list was read,
 * stays undefined.
 */
export function merged<Item>(
  list: readonly Item[] | undefined,
  changed: readonly Item[],
  idOf: (item: Item) => string,
  most = Number.POSITIVE_INFINITY,
): Item[] | undefined {
  if (list === undefined) return undefined;
  const items = new Map([...list, ...changed].map((item) => [idOf(item), item]));
  return [...items.values()].slice(-most);
}
