/** A part of a timeline, in whole units. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Divides a span in proportion to the words' letters, at least one unit each; undefined if there are too few units. */
export function divideSpan({ start, end }: Span, words: readonly string[]): Span[] | undefined {
  const spare = end - start - words.length;
  if (spare < 0) return undefined;
  const letters = words.map(letterCount);
  const total = letters.reduce((sum, count) => sum + count, 0);
  let lettersBefore = 0;
  return letters.map((count, index) => {
    const from = start + index + Math.round((spare * lettersBefore) / total);
    lettersBefore += count;
    return { start: from, end: start + index + 1 + Math.round((spare * lettersBefore) / total) };
  });
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function letterCount(word: string): number {
  return Math.max(1, word.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}
