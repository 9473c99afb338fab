/** A character of an API key, as it may look in a text: as JSON, URLs and HTML escape it, one in the other, too. */
export class EscapedCharacter {
  readonly #character: string;
  #patterns: readonly RegExp[] | undefined;

  constructor(character: string) {
    this.#character = character;
  }

  /** Where it may end if it begins at `start`; more than one, since `%25` is a `%`, or begins with one. */
  endsAt(text: string, start: number): number[] {
    const found = text.charAt(start);
    // The patterns would give the same, but are slow.
    if (!escapes.includes(found)) return isSame(found, this.#character) ? [start + 1] : [];
    this.#patterns ??= patternsOf(this.#character);
    return this.#patterns.flatMap((pattern) => {
      pattern.lastIndex = start;
      return pattern.test(text) ? [pattern.lastIndex] : [];
    });
  }
}

/** Finds where a character may begin. */
export function beginningOf(character: string): RegExp {
  return new RegExp(`[\\\\%&]|${itself(character)}`, 'gi');
}

/** The end of one or more backslashes in a text, which may be escaped themselves; `start` if there are none. */
export function skipBackslashes(text: string, start: number): number {
  backslashes.lastIndex = start;
  return backslashes.test(text) ? backslashes.lastIndex : start;
}

const escapes = '\\%&';

// Each escaped at most three times: without a bound, texts of escapes alone would take forever.
const percent = '%(?:25){0,3}';
const ampersand = '&(?:amp;){0,3}';
const backslash = `(?:\\\\(?:u005c|x5c)?|${percent}5c|${ampersand}(?:#92|#x5c|bsol);)`;
const backslashes = /* @__PURE__ */ new RegExp(`${backslash}+`, 'iy');

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function patternsOf(character: string): RegExp[] {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = htmlNames[character];
  const references = [`#0{0,5}${code}`, `#x0{0,5}${hex}`, ...(name === undefined ? [] : [name])];
  const sources = [
    `${backslash}{0,8}${itself(character)}`,
    `${backslash}{1,8}(?:u00|x)${hex}|${backslash}{0,8}${percent}${hex}`,
    `${backslash}{0,8}${ampersand}(?:${references.join('|')});`,
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
