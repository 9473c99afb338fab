export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface FilterRules<Item> {
  /** Returns the texts that the filter searches. A text can name its field: `status:failed`. */
  readonly textOf: (item: Item) => readonly (string | null | undefined)[];
  /** Returns the matcher for a word with a special meaning, such as `4xx`; undefined for other words. */
  readonly matcherOf?: (word: string) => ((item: Item) => boolean) | undefined;
}

/** Keeps the items that match every word of a filter, ignoring case. */
export function filterByWords<Item>(items: readonly Item[], filter: string, rules: FilterRules<Item>): readonly Item[] {
  const { textOf, matcherOf } = rules;
  const isIn = (word: string) => (item: Item) => textOf(item).join('\n').toLowerCase().includes(word);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matchers = words.map((word) => matcherOf?.(word) ?? isIn(word));
  return items.filter((item) => matchers.every((matches) => matches(item)));
}

/**
 * Parses JSON entered by the user. The mock checks the type of the result.
 *
 * @throws Error with `name` in its message if the text is not valid JSON.
 */
export function jsonOf<Value>(text: string, name: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The ${name} is not valid JSON.`);
  }
}
