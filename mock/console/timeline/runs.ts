import type { Span } from './spans.ts';

/** Items that are drawn as one, since they are too narrow; or a single one. */
export interface Run<Item extends Span> extends Span {
  readonly items: readonly Item[];
}

/** The narrowest item that is drawn by itself, in pixels. */
const NARROWEST = 6;

/** The longest run, in pixels, so that one can zoom into a part. */
const LONGEST_RUN = 24;

/** The runs of sorted items: there are never many more than the pixels have room for. */
export function runsOf<Item extends Span>(items: readonly Item[], scale: number): Run<Item>[] {
  const runs: { start: number; end: number; items: Item[] }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && joins(last, item, scale)) {
      last.items.push(item);
      last.end = Math.max(last.end, item.end);
    } else runs.push({ start: item.start, end: item.end, items: [item] });
  }
  return runs;
}

function joins(run: Run<Span>, item: Span, scale: number): boolean {
  const isNarrow = ({ start, end }: Span) => (end - start) * scale < NARROWEST;
  const isNear = (item.start - run.end) * scale < NARROWEST;
  const isShort = (item.end - run.start) * scale <= LONGEST_RUN;
  return isNear && isShort && isNarrow(item) && (run.items.length > 1 || isNarrow(run));
}
