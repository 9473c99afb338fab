import { beginningOf, EscapedCharacter, longestEscape, skipBackslashes } from './escaped-character.ts';

/** A part of a text, from its first character up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds one API key in texts, however it is escaped there. */
export class KeyFinder {
  readonly apiKey: string;
  /** The longest that the key can be in a text. */
  readonly maxLength: number;
  readonly #maxBackslashes: number;
  readonly #beginning: RegExp;
  readonly #characters: readonly EscapedCharacter[];

  constructor(apiKey: string) {
    this.apiKey = apiKey;
    this.#maxBackslashes = escapedBackslashes * (longestRun(apiKey) + 1);
    this.maxLength = apiKey.length * longestEscape(this.#maxBackslashes);
    // Without its backslashes, since an escaped text has them in any number, before any character.
    const characters = withoutOuterPluses(apiKey.replaceAll('\\', ''));
    this.#characters = Array.from(characters, (character) => new EscapedCharacter(character, this.#maxBackslashes));
    this.#beginning = beginningOf(characters);
  }

  /** Where the key is in a text, in no order. */
  find(text: string): Span[] {
    // A key this short is not a secret, but may well be a word of the text.
    if (this.apiKey.length < 8 || text.length < this.#characters.length) return [];
    return [...this.#findExact(text), ...this.#findEscaped(text)];
  }

  #findExact(text: string): Span[] {
    const spans: Span[] = [];
    let start = text.indexOf(this.apiKey);
    while (start >= 0) {
      const end = start + this.apiKey.length;
      spans.push({ start, end });
      start = text.indexOf(this.apiKey, end);
    }
    return spans;
  }

  #findEscaped(text: string): Span[] {
    const spans: Span[] = [];
    let from = 0;
    for (const { 0: beginning, index } of text.matchAll(this.#beginning)) {
      // Of a long run of backslashes only the last can belong to the key. To begin at each would take forever.
      const start = index + Math.max(0, beginning.length - this.#maxBackslashes);
      const end = index < from ? undefined : this.#endOfKey(text, start);
      if (end === undefined) continue;
      spans.push({ start, end });
      from = end;
    }
    return spans;
  }

  /** Where the key ends that begins there, if one does. */
  #endOfKey(text: string, start: number): number | undefined {
    let ends = [start];
    for (const [index, character] of this.#characters.entries()) {
      const next = ends.flatMap((end) => character.endsAt(text, end));
      if (next.length === 0) return index < enoughToHide ? undefined : Math.max(...ends);
      ends = next.length > 1 ? [...new Set(next)] : next;
    }
    const last = Math.max(...ends);
    const end = this.apiKey.endsWith('\\') ? skipBackslashes(text, last) : last;
    return end === start ? undefined : end;
  }
}

// So many characters of a key are hidden without the rest. To compare all of a long key at each place of a text that
// repeats its beginning would take forever.
const enoughToHide = 64;

// Of one backslash, in a string of JSON that is in a string of JSON, and so on, at four levels.
const escapedBackslashes = 16;

function longestRun(apiKey: string): number {
  return Math.max(...apiKey.split(/[^\\]/).map((run) => run.length));
}

/** A form has spaces for them, which are trimmed at the ends of a header. Kept where little else would be left to find. */
function withoutOuterPluses(characters: string): string {
  const inner = characters.replace(/^\++|\++$/g, '');
  return inner.length < 4 ? characters : inner;
}
