import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Following {
  /** How many new rows are below the visible ones. */
  readonly unseen: number;
  /** Call it after each scroll. */
  onScroll(): void;
  /** Scrolls to the end and follows from there. */
  toEnd(): void;
  /** Stops following, so that new rows move nothing. */
  stop(): void;
}

/** Follows the end of a growing list while the end is visible. Otherwise the visible rows stay where they are. */
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
    // A full list drops its oldest rows.
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
      // The end also leaves the screen when the list shrinks. Only scrolling up means that the user looks elsewhere.
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
