import stringWidth from 'string-width';

/** How many columns of a terminal a text takes. */
export function widthOfText(text: string): number {
  return isNarrow.test(text) ? text.length : stringWidth(text);
}

/** The beginning of a text, in at most this many columns of a terminal. */
export function startOfText(text: string, width: number): string {
  let left = width;
  let start = '';
  for (const { segment } of segmenter.segment(text)) {
    left -= widthOfText(segment);
    if (left < 0) break;
    start += segment;
  }
  return start;
}

/** What is one character to a reader may be several, such as a flag. */
const segmenter = new Intl.Segmenter();

/** What has one column each: Latin, Greek and Cyrillic, and the signs of the lines themselves. Most texts have no others. */
const isNarrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u276f]*$/;
