/** How many columns of a terminal a text takes. */
export function widthOfText(text: string): number {
  if (isNarrow.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

/** The beginning of a text, in at most this many columns of a terminal. */
export function startOfText(text: string, width: number): string {
  let left = width;
  let start = '';
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    start += character;
  }
  return start;
}

function widthOfCharacter(character: string): number {
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
}

/** What has one column each: Latin, Greek and Cyrillic, and the signs of the lines themselves. Most texts have no others. */
const isNarrow = /^[ -\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u276f]*$/;

const zeroWidth = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u;

/** Wide and full-width characters of Unicode's East Asian Width, and what is shown as an emoji. */
const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
