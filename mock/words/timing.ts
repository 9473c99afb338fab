/** A part of a timeline, in whole units. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Divides a span among words by their letters, at least one unit each; undefined if there are too few units. */
export function divideSpan<Word extends { readonly word: string }>(
  { start, end }: Span,
  words: readonly Word[],
): (Word & Span)[] | undefined {
  const spare = end - start - words.length;
  if (spare < 0) return undefined;
  const letters = words.map(({ word }) => letterCount(word));
  const total = letters.reduce((sum, count) => sum + count, 0);
  let lettersBefore = 0;
  return words.map((word, index) => {
    const from = start + index + Math.round((spare * lettersBefore) / total);
    lettersBefore += letters[index] ?? 0;
    return { ...word, start: from, end: start + index + 1 + Math.round((spare * lettersBefore) / total) };
  });
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function letterCount(word: string): number {
  return Math.max(1, word.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}
