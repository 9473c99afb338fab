import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useActiveRow, useRowWindow } from './row-window.ts';

export interface Column<Item> {
  readonly title: string;
  /** The CSS width of the column. If omitted, the column takes the remaining width. */
  readonly width?: string;
  /** The width of the list in pixels below which the column is hidden. If omitted, the column is always shown. */
  readonly hiddenBelow?: 480 | 760;
  readonly cell: (item: Item) => ComponentChildren;
}

export interface RecordTableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** The columns after the first, which shows the id as a link to the item. */
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  readonly hrefOf: (item: Item) => string;
  readonly openId: string | undefined;
}

/** A table of records, newest last. Tab stops once per table. The arrow, Page, Home and End keys move between rows. */
export function RecordTable<Item>({ label, items, columns, idOf, hrefOf, openId }: RecordTableProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRowWindow(scroller, items.length);
  const { start, end, rowHeight, measure } = rows;
  // Each read creates new item objects, but their ids stay the same.
  const ids = useMemo(() => items.map(idOf), [items]);
  const idLength = useMemo(() => Math.max(...ids.map(({ length }) => length)), [ids]);
  const following = useFollowing(scroller, ids, rowHeight);
  const { activeIndex, activate, onKeyDown } = useActiveRow(scroller, ids, rows, { first: openId, isNewestLast: true });
  const onScroll = () => {
    following.onScroll();
    measure();
  };
  const onOpen = (id: string) => {
    following.stop();
    activate(id);
  };
  return (
    <div class="records">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links in this element. */}
      <div
        class="scroller"
        ref={scroller}
        onKeyDown={(event) => onKeyDown(event) && following.stop()}
        onScroll={onScroll}
      >
        <table aria-label={label} aria-rowcount={items.length + 1} style={{ '--id-length': idLength }}>
          <thead>
            <tr aria-rowindex={1}>
              <th>Id</th>
              {columns.map(({ title, width = 'auto', hiddenBelow }) => (
                <th key={title} style={{ width }} class={classOf(hiddenBelow)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Space height={start * rowHeight} />
            {items.slice(start, end).map((item, offset) => {
              const id = idOf(item);
              const index = start + offset;
              const row = { id, index, isOpen: id === openId, isActive: index === activeIndex, href: hrefOf(item) };
              return <Row key={id} {...row} item={item} columns={columns} onOpen={onOpen} />;
            })}
            <Space height={(items.length - end) * rowHeight} />
          </tbody>
        </table>
      </div>
      {following.unseen > 0 && (
        <button type="button" class="unseen" onClick={following.toEnd}>
          {following.unseen} new
        </button>
      )}
    </div>
  );
}

interface RowProps<Item> extends Pick<RecordTableProps<Item>, 'columns'> {
  readonly item: Item;
  readonly id: string;
  readonly index: number;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onOpen: (id: string) => void;
}

function Row<Item>({ item, columns, id, index, href, isOpen, isActive, onOpen }: RowProps<Item>) {
  return (
    <tr aria-rowindex={index + 2} class={isOpen ? 'open' : undefined}>
      <td>
        <a
          href={href}
          tabIndex={isActive ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          onClick={() => onOpen(id)}
        >
          {id}
        </a>
      </td>
      {columns.map(({ title, hiddenBelow, cell }) => (
        <td key={title} class={classOf(hiddenBelow)}>
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}

function classOf(hiddenBelow: number | undefined): string | undefined {
  return hiddenBelow === undefined ? undefined : `below-${hiddenBelow}`;
}

/** Fills the space of the rows that are not rendered. */
function Space({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height: `${height}px` }} /> : null;
}

/** Follows the end of a growing list while the end is visible. Otherwise, the visible rows stay in place. */
function useFollowing(scroller: RefObject<HTMLElement | null>, ids: readonly string[], rowHeight: number) {
  const isFollowing = useSignal(true);
  const lastSeen = useRef<string | undefined>(undefined);
  const before = useRef(ids);
  const lastTop = useRef(0);
  const toEnd = () => {
    isFollowing.value = true;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  };
  useLayoutEffect(() => {
    // If the list is full, its oldest rows have been dropped.
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
    /** The number of new rows that the user has not scrolled down to. */
    unseen: isFollowing.value ? 0 : ids.length - 1 - seen,
    onScroll: () => {
      const { scrollTop = 0 } = scroller.current ?? {};
      // Stop following only when the user scrolls up, because a smaller window also hides the end.
      const isScrolledUp = scrollTop < lastTop.current;
      lastTop.current = scrollTop;
      isFollowing.value = isAtEnd(scroller.current, rowHeight) || (isFollowing.value && !isScrolledUp);
    },
    toEnd,
    /** Stops new rows from moving the list. */
    stop: () => {
      isFollowing.value = false;
    },
  };
}

function isAtEnd(element: HTMLElement | null, rowHeight: number): boolean {
  return element === null || element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight;
}
