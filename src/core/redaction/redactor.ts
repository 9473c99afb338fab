import type { KeyFinder, Span } from './key-finder.ts';

/** Takes API keys out of what errors, hooks and logs show. */
export class Redactor {
  readonly #finders: readonly KeyFinder[];
  readonly #longestKey: number;

  constructor(finders: readonly KeyFinder[]) {
    this.#finders = finders;
    this.#longestKey = Math.max(0, ...finders.map(({ maxLength }) => maxLength));
  }

  /** The text with a mark for each key, however the key is escaped in it. */
  text(text: string): string {
    let shown = '';
    let from = 0;
    // All keys are looked for before any is replaced: one may be the beginning of another.
    for (const { start, end } of this.#finders.flatMap((finder) => finder.find(text)).sort(byStart)) {
      if (start >= from) shown += text.slice(from, start) + mark;
      from = Math.max(from, end);
    }
    return shown + text.slice(from);
  }

  /** What {@link text} gives, cut to `max` characters: also fast for texts of any length. */
  start(text: string, max: number): string {
    if (text.length <= max) return this.text(text);
    // A key that the end of the slice cuts in two is not seen, and lies in the margin.
    const margin = this.#longestKey;
    const slice = text.slice(0, max + margin);
    const shown = this.text(slice);
    const end = slice === text ? shown.length : shown.length - margin;
    return `${shown.slice(0, Math.max(0, Math.min(max - 1, end)))}…`;
  }
}

const mark = '[API key]';

function byStart(one: Span, other: Span): number {
  return one.start - other.start;
}
