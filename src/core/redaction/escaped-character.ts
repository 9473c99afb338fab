/** A character of an API key, as it may look in a text: as JSON, URLs and HTML escape it, one in the other, too. */
export class EscapedCharacter {
  readonly #character: string;
  readonly #maxBackslashes: number;
  #patterns: readonly RegExp[] | undefined;

  /** `maxBackslashes`: how many may be before it, its own and those of the key. */
  constructor(character: string, maxBackslashes: number) {
    this.#character = character;
    this.#maxBackslashes = maxBackslashes;
  }

  /** Where it may end if it begins at `start`; more than one, since `%25` is a `%`, or begins with one. */
  endsAt(text: string, start: number): number[] {
    const found = text.charAt(start);
    // The patterns would give the same, but are slow.
    if (!escapes.includes(found)) return isSame(found, this.#character) ? [start + 1] : [];
    this.#patterns ??= patternsOf(this.#character, this.#maxBackslashes);
    return this.#patterns.flatMap((pattern) => {
      pattern.lastIndex = start;
      return pattern.test(text) ? [pattern.lastIndex] : [];
    });
  }
}

/** Finds where characters may begin, without a look at most of the places where only the first one is. */
export function beginningOf(characters: string): RegExp {
  const [first = '\\\\', second = ''] = Array.from(characters.slice(0, 2), itself);
  return new RegExp(`\\\\+|[%&]|${first}(?=[${escapes}]|${second})`, 'gi');
}

/** The length of the longest escape of a character. */
export function longestEscape(maxBackslashes: number): number {
  return '&amp;amp;amp;bsol;'.length * maxBackslashes + '&amp;amp;amp;#x0000041;'.length;
}

/** The end of one or more backslashes in a text, which may be escaped themselves; `start` if there are none. */
export function skipBackslashes(text: string, start: number): number {
  backslashes.lastIndex = start;
  return backslashes.test(text) ? backslashes.lastIndex : start;
}

const escapes = '\\\\%&';

// Each escaped at most three times: without a bound, texts of escapes alone would take forever.
const percent = '%(?:25){0,3}';
const ampersand = '&(?:amp;){0,3}';
const backslash = `(?:\\\\(?:u005c|x5c)?|${percent}5c|${ampersand}(?:#92|#x5c|bsol);)`;
const backslashes = new RegExp(`${backslash}+`, 'iy');

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function patternsOf(character: string, maxBackslashes: number): RegExp[] {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = htmlNames[character];
  const references = [`#0{0,5}${code}`, `#x0{0,5}${hex}`, ...(name === undefined ? [] : [name])];
  const sources = [
    `${backslash}{0,${maxBackslashes}}${itself(character)}`,
    `${backslash}{1,${maxBackslashes}}(?:u00|x)${hex}|${backslash}{0,${maxBackslashes}}${percent}${hex}`,
    `${backslash}{0,${maxBackslashes}}${ampersand}(?:${references.join('|')});`,
  ];
  return sources.map((source) => new RegExp(source, 'iy'));
}

function isSame(found: string, character: string): boolean {
  return found.toLowerCase() === character.toLowerCase() || (found === ' ' && character === '+');
}

// A form has a space where it was sent a plus that was not escaped.
function itself(character: string): string {
  return character === '+' ? '[+ ]' : `\\x${character.charCodeAt(0).toString(16)}`;
}
