import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface Following {
  /** How many rows have come below those in sight. */
  readonly unseen: number;
  /** To be called when it was scrolled. */
  onScroll(): void;
  /** Goes to the end, and follows from there. */
  toEnd(): void;
  /** Stays where it is, whatever comes. */
  stop(): void;
}

/** Keeps the end of a growing list in sight while one is there; otherwise what is in sight stays. */
export function useFollowing<Item>(
  scroller: RefObject<HTMLElement | null>,
  items: readonly Item[],
  rowHeight: number,
): Following {
  const isFollowing = useSignal(true);
  const lastSeen = useRef<Item | undefined>(undefined);
  const before = useRef(items);
  const lastTop = useRef(0);
  const toEnd = () => {
    isFollowing.value = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  useLayoutEffect(() => {
    // A list that is full drops its oldest.
    const dropped = items[0] === undefined ? 0 : before.current.indexOf(items[0]);
    before.current = items;
    if (isFollowing.value) toEnd();
    else if (dropped > 0) scroller.current?.scrollBy({ top: -dropped * rowHeight });
  }, [items]);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => isFollowing.value && toEnd());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  if (isFollowing.value) lastSeen.current = items.at(-1);
  const seen = lastSeen.current === undefined ? -1 : items.lastIndexOf(lastSeen.current);
  return {
    unseen: isFollowing.value ? 0 : items.length - 1 - seen,
    onScroll: () => {
      const { scrollTop = 0 } = scroller.current ?? {};
      // Where the list becomes lower, its end gets out of sight, too: only scrolling up says that one looks elsewhere.
      const isScrolledUp = scrollTop < lastTop.current;
      lastTop.current = scrollTop;
      isFollowing.value = isAtEnd(scroller.current, rowHeight) || (isFollowing.value && !isScrolledUp);
    },
    toEnd,
    stop: () => {
      isFollowing.value = false;
    },
  };
}

function isAtEnd(element: HTMLElement | null, rowHeight: number): boolean {
  return element === null || element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight;
}
