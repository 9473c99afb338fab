import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Following {
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
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowHeight: number,
): Following {
  const isFollowing = useSignal(true);
  const lastSeen = useRef<string | undefined>(undefined);
  const before = useRef(ids);
  const lastTop = useRef(0);
  const toEnd = () => {
    isFollowing.value = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  useLayoutEffect(() => {
    // A list that is full drops its oldest.
    const dropped = ids[0] === undefined ? 0 : before.current.indexOf(ids[0]);
    before.current = ids;
    if (isFollowing.value) toEnd();
    else if (dropped > 0) scroller.current?.scrollBy({ top: -dropped * rowHeight });
  }, [ids]);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => isFollowing.value && toEnd());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  if (isFollowing.value) lastSeen.current = ids.at(-1);
  const seen = lastSeen.current === undefined ? -1 : ids.lastIndexOf(lastSeen.current);
  return {
    unseen: isFollowing.value ? 0 : ids.length - 1 - seen,
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
