/** A part of the timeline, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in the order of their starts, among which those of a time are found without looking at all. */
export interface SortedSpans<Item extends Span> {
  readonly all: readonly Item[];
  /** For each, the latest end of it and those before it: spans can overlap. */
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

/** Those that are seen between two times, perhaps with a few that have ended before. */
export function spansWithin<Item extends Span>(spans: SortedSpans<Item>, { start, end }: Span): readonly Item[] {
  const { all, latestEnds } = spans;
  const first = firstIndex(all.length, (index) => (latestEnds[index] ?? 0) > start);
  const after = firstIndex(all.length, (index) => (all[index]?.start ?? 0) >= end);
  return all.slice(first, after);
}

/** The last one that has begun and has not ended at a time. */
export function spanAt<Item extends Span>(spans: SortedSpans<Item>, time: number): Item | undefined {
  // The least more, so that what starts at the time is found.
  return spansWithin(spans, { start: time, end: time + 1e-9 }).findLast(({ end }) => end > time);
}

/** The first index for which something holds, as it does for all after it; `count` if there is none. */
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
