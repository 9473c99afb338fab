import type { KeyFinder } from './key-finder.ts';

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
    return this.#finders.reduce((shown, finder) => finder.replace(shown, mark), text);
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
