import { beginningOf, EscapedCharacter, skipBackslashes } from './escaped-character.ts';

/** Takes an API key out of what errors, hooks and logs show. */
export class Redactor {
  readonly #apiKey: string;
  readonly #beginning: RegExp;
  readonly #characters: readonly EscapedCharacter[];

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    // Without its backslashes, since an escaped text has them in any number, before any character.
    const characters = withoutOuterPluses(apiKey.replaceAll('\\', ''));
    this.#characters = Array.from(characters, (character) => new EscapedCharacter(character));
    this.#beginning = beginningOf(characters.charAt(0) || '\\');
  }

  /** The text with a mark for the key, however the key is escaped in it. */
  text(text: string): string {
    // A key this short is not a secret, but may well be a word of the text.
    if (this.#apiKey.length < 8 || text.length < this.#characters.length) return text;
    return this.#withoutEscaped(text.replaceAll(this.#apiKey, mark));
  }

  /** What {@link text} gives, cut to `max` characters: also fast for texts of any length. */
  start(text: string, max: number): string {
    if (text.length <= max) return this.text(text);
    // A key that the end of the slice cuts in two is not seen, and lies in the margin.
    const margin = this.#apiKey.length * longestEscape;
    const slice = text.slice(0, max + margin);
    const shown = this.text(slice);
    const end = slice === text ? shown.length : shown.length - margin;
    return `${shown.slice(0, Math.max(0, Math.min(max - 1, end)))}…`;
  }

  /** A copy of parsed JSON without the key. What is nested very deep is left out: it is no message for a reader. */
  json(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : mark;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === maxDepth) return '…';
    if (Array.isArray(value)) return value.map((one) => this.json(one, depth + 1));
    const fields = Object.entries(value).map(([name, one]) => [this.text(name), this.json(one, depth + 1)]);
    return Object.fromEntries(fields);
  }

  #withoutEscaped(text: string): string {
    let shown = '';
    let from = 0;
    for (const { index } of text.matchAll(this.#beginning)) {
      const end = index < from ? undefined : this.#endOfKey(text, index);
      if (end === undefined) continue;
      shown += text.slice(from, index) + mark;
      from = end;
    }
    return shown + text.slice(from);
  }

  /** Where the key ends that begins there, if one does. */
  #endOfKey(text: string, start: number): number | undefined {
    let ends = [start];
    for (const character of this.#characters) {
      const next = ends.flatMap((end) => character.endsAt(text, end));
      ends = next.length > 1 ? [...new Set(next)] : next;
      if (ends.length === 0) return undefined;
    }
    const last = Math.max(...ends);
    const end = this.#apiKey.endsWith('\\') ? skipBackslashes(text, last) : last;
    return end === start ? undefined : end;
  }
}

/** A form has spaces for them, which are trimmed at the ends of a header. Kept where little else would be left to find. */
function withoutOuterPluses(characters: string): string {
  const inner = characters.replace(/^\++|\++$/g, '');
  return inner.length < 4 ? characters : inner;
}

const mark = '[API key]';

// `&amp;amp;amp;#x000005c;`, a few times over.
const longestEscape = 250;

// Far from what the call stack holds.
const maxDepth = 100;
