/** A text with a capital as its first letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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

/**
 * The parsed value of a text that one has given, called `name`. Of which type it is, the mock checks.
 *
 * @throws Error when it is not JSON.
 */
export function jsonOf<Value>(text: string, name: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The ${name} is not valid JSON.`);
  }
}
