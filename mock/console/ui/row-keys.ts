const targets: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - 10,
  PageDown: (index) => index + 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The row to which a key moves; undefined if it moves nowhere. */
export function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const target = targets[key]?.(index, count);
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}

/** Scrolls as little as shows the row, below the titles, which stay in sight. */
export function bringIntoSight(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller) return;
  const highest = index * rowHeight;
  const lowest = highest + 2 * rowHeight - scroller.clientHeight;
  scroller.scrollTop = Math.max(lowest, Math.min(highest, scroller.scrollTop));
}
