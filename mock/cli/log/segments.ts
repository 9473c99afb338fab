import { shorten } from './shorten.ts';
import { widthOfText } from './text-width.ts';

/** Adds a color. */
export type Painter = (text: string) => string;

/** A part of a line, and its color. */
export type Segment = readonly [text: string, paint: Painter];

/** Adds no color. */
export const plain: Painter = (text) => text;

/** In columns of a terminal. */
export function widthOf(segments: readonly Segment[]): number {
  return segments.reduce((width, [text]) => width + widthOfText(text), 0);
}

/** Cut at the width of the terminal, which would wrap the line. */
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
