/** The rows that are drawn of a long list. */
export interface RowWindow {
  /** Of the first one that is drawn. */
  readonly start: number;
  /** After the last one. */
  readonly end: number;
}

/** How many rows are drawn above and below those that one sees. */
const EXTRA_ROWS = 10;

/** The rows in sight, and some more. All numbers but the count are in pixels. */
export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  return { start: Math.max(0, Math.min(first, count) - EXTRA_ROWS), end: Math.min(count, last + EXTRA_ROWS) };
}
