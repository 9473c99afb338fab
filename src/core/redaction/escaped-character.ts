/**
 * Patterns that match one character of an API key where the match is asked for: as it is, and as JSON, URLs and HTML
 * escape it, one in the other, too. They are two since a `%` or `&` may be both.
 */
export function escapedCharacter(character: string): readonly RegExp[] {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = htmlNames[character];
  const references = [`#0{0,5}${code}`, `#x0{0,5}${hex}`, ...(name === undefined ? [] : [name])];
  // A form has a space where it was sent a plus that was not escaped.
  const itself = character === '+' ? '[+ ]' : `\\x${hex}`;
  return [
    new RegExp(`${backslash}{0,8}${itself}`, 'iy'),
    new RegExp(`${backslash}{1,8}(?:u00|x)${hex}|${backslash}{0,8}${percent}${hex}`, 'iy'),
    new RegExp(`${backslash}{0,8}${ampersand}(?:${references.join('|')});`, 'iy'),
  ];
}

/** The end of one or more backslashes in a text, which may be escaped themselves; `start` if there are none. */
export function skipBackslashes(text: string, start: number): number {
  backslashes.lastIndex = start;
  return backslashes.test(text) ? backslashes.lastIndex : start;
}

// Each escaped at most three times: without a bound, texts of escapes alone would take forever.
const percent = '%(?:25){0,3}';
const ampersand = '&(?:amp;){0,3}';
const backslash = `(?:\\\\|${percent}5c|${ampersand}(?:#92|#x5c|bsol);)`;
const backslashes = /* @__PURE__ */ new RegExp(`${backslash}+`, 'iy');

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
