/** A part of the timeline, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans sorted by start, so that a binary search finds the spans at a time. */
export interface SortedSpans<Item extends Span> {
  readonly all: readonly Item[];
  /** For each span, the latest end among that span and all earlier ones, because spans can overlap. */
  readonly latestEnds: readonly number[];
}

export function sortSpans<Item extends Span>(items: readonly Item[]): SortedSpans<Item> {
  const all = items.toSorted((a, b) => a.start - b.start);
  let latest = Number.NEGATIVE_INFINITY;
  const latestEnds = all.map(({ end }) => {
    latest = Math.max(latest, end);
    return latest;
  });
  return { all, latestEnds };
}

/** Returns the spans that overlap a time range, and possibly a few that end before it. */
export function spansWithin<Item extends Span>(spans: SortedSpans<Item>, { start, end }: Span): readonly Item[] {
  const { all, latestEnds } = spans;
  const first = firstIndex(all.length, (index) => (latestEnds[index] ?? 0) > start);
  const after = firstIndex(all.length, (index) => (all[index]?.start ?? 0) >= end);
  return all.slice(first, after);
}

/** Returns the last span that contains a time. */
export function spanAt<Item extends Span>(spans: SortedSpans<Item>, time: number): Item | undefined {
  // Search a slightly longer range, to include a span that starts at this time.
  return spansWithin(spans, { start: time, end: time + 1e-9 }).findLast(({ end }) => end > time);
}

/** Finds the first index from which a condition holds, by binary search; `count` if it never holds. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
