/**
 * The items in whose text every word of a filter occurs, whatever its case.
 *
 * @param textOf What is searched: fields are told apart by their names, as in `status:failed`.
 */
export function filterByWords<Item>(
  items: readonly Item[],
  filter: string,
  textOf: (item: Item) => readonly (string | null | undefined)[],
): readonly Item[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
