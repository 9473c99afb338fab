import { startOfText, widthOfText } from './text-width.ts';

/** A text in at most `width` columns of a terminal. Identifiers are shortened first: their beginning says which one it is. */
export function shorten(text: string, width: number): string {
  if (widthOfText(text) <= width) return text;
  const shortened = shortenIds(text);
  return widthOfText(shortened) <= width ? shortened : `${startOfText(shortened, width - 1)}…`;
}

function shortenIds(text: string): string {
  return text.replace(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '$1…');
}
