/** A text in at most `width` characters. Identifiers are shortened first: their beginning says which one it is. */
export function shorten(text: string, width: number): string {
  if (text.length <= width) return text;
  const shortened = shortenIds(text);
  return shortened.length <= width ? shortened : `${shortened.slice(0, Math.max(0, width - 1))}…`;
}

function shortenIds(text: string): string {
  return text.replace(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '$1…');
}
