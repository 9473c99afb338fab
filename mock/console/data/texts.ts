export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Keeps the items whose text contains every word of a filter, ignoring case.
 *
 * @param textOf The searched texts. A prefix tells fields apart, as in `status:failed`.
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

/**
 * Parses JSON that the user has entered. The mock checks its type.
 *
 * @throws Error that calls it `name` when it is not valid JSON.
 */
export function jsonOf<Value>(text: string, name: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The ${name} is not valid JSON.`);
  }
}
