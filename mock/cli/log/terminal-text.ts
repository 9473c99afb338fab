import { styleText } from 'node:util';
import stringWidth from 'string-width';

export type Painter = (text: string) => string;

const formats = ['bold', 'dim', 'cyan', 'green', 'yellow', 'red'] as const;

/** The colors for a stream. They do nothing if the stream does not support colors. */
export type Paint = Readonly<Record<(typeof formats)[number], Painter>>;

/** Uses colors if the stream is a terminal that supports them. `NO_COLOR` and `FORCE_COLOR` override that. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  // Cast: `fromEntries` loses the names.
  return Object.fromEntries(formats.map((format) => [format, painter(format, stream)])) as Paint;
}

/** Takes only one format, because Node 22.12 ignores the stream if `styleText` gets a list of formats. */
function painter(format: keyof Paint, stream: NodeJS.WritableStream): Painter {
  const [before, after] = styleText(format, '|', { stream }).split('|');
  return (text) => `${before}${text}${after}`;
}

export type Segment = readonly [text: string, paint: Painter];

export const plain: Painter = (text) => text;

export function widthOf(segments: readonly Segment[]): number {
  return segments.reduce((width, [text]) => width + widthOfText(text), 0);
}

/** Draws a line, truncated to the terminal's width, because a longer line would wrap. */
export function drawSegments(segments: readonly Segment[], columns: number): string {
  let drawn = '';
  let left = columns;
  for (const [text, paint] of segments) {
    if (left <= 0) break;
    const shown = shorten(text, left);
    if (shown !== '') drawn += paint(shown);
    left -= widthOfText(shown);
  }
  return drawn;
}

/** Fits text into `width` terminal columns. Ids are shortened first, because their start tells them apart. */
export function shorten(text: string, width: number): string {
  if (widthOfText(text) <= width) return text;
  const shortened = text.replace(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '$1…');
  return widthOfText(shortened) <= width ? shortened : `${startOfText(shortened, width - 1)}…`;
}

export function widthOfText(text: string): number {
  return isNarrow.test(text) ? text.length : stringWidth(text);
}

/** Returns as much of the start of a text as fits into `width` terminal columns. */
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

/** Splits text into visible characters. One of them, such as a flag, can consist of several code points. */
const segmenter = new Intl.Segmenter();

/** Matches most texts: Latin, Greek, Cyrillic and the symbols in our lines, which take one column per character. */
const isNarrow = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u276f]*$/;
