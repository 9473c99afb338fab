import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useRowWindow } from './row-window.ts';
import { useFollowing } from './use-following.ts';

/** A column of a table. */
export interface Column<Item> {
  readonly title: string;
  /** A CSS width; what is left if omitted. */
  readonly width?: string;
  /** Whether it is left out where the page is narrow. */
  readonly isMinor?: boolean;
  readonly cell: (item: Item) => ComponentChildren;
}

export interface RecordTableProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Those after the first, which has the id and leads to the item. */
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  readonly hrefOf: (item: Item) => string;
  readonly openId: string | undefined;
}

/**
 * Records, the newest last. Their end is followed while it is in sight; otherwise what one looks at stays, and a button
 * says how many have come. One tab stop, in which arrows, Page, Home and End move; Enter opens, as rows are links.
 */
export function RecordTable<Item>({ label, items, columns, idOf, hrefOf, openId }: RecordTableProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { start, end, rowHeight, measure } = useRowWindow(scroller, items.length);
  // What is read again has the same ids, and is made anew.
  const ids = useMemo(() => items.map(idOf), [items]);
  const following = useFollowing(scroller, ids, rowHeight);
  const activeId = useSignal(openId);
  const found = ids.indexOf(activeId.value ?? '');
  const activeIndex = found < start || found >= end ? Math.max(start, end - 1) : found;
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rowAfterKey(event.key, activeIndex, items.length);
    const id = ids[index ?? -1];
    if (index === undefined || id === undefined) return;
    event.preventDefault();
    following.stop();
    activeId.value = id;
    bringIntoSight(scroller.current, index, rowHeight);
    measure();
    // Once it is drawn.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus());
  };
  const onScroll = () => {
    following.onScroll();
    measure();
  };
  const onOpen = (id: string) => {
    following.stop();
    activeId.value = id;
  };
  return (
    <div class="records">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links in it. */}
      <div class="scroller" ref={scroller} onKeyDown={onKeyDown} onScroll={onScroll}>
        <table aria-label={label} aria-rowcount={items.length + 1}>
          <Titles columns={columns} />
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

function Titles<Item>({ columns }: Pick<RecordTableProps<Item>, 'columns'>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th style={{ width: '8em' }}>Id</th>
        {columns.map(({ title, width = 'auto', isMinor }) => (
          <th key={title} style={{ width }} class={isMinor ? 'minor' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
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
      {columns.map(({ title, isMinor, cell }) => (
        <td key={title} class={isMinor ? 'minor' : undefined}>
          {cell(item)}
        </td>
      ))}
    </tr>
  );
}

/** In place of rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height: `${height}px` }} /> : null;
}

const targets: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  PageUp: (index) => index - 10,
  PageDown: (index) => index + 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The row to which a key moves; undefined if it moves nowhere. */
function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const target = targets[key]?.(index, count);
  return target === undefined ? undefined : Math.max(0, Math.min(target, count - 1));
}

/** Scrolls as little as shows the row, below the titles, which stay in sight. */
function bringIntoSight(scroller: HTMLElement | null, index: number, rowHeight: number): void {
  if (!scroller) return;
  const highest = index * rowHeight;
  const lowest = highest + 2 * rowHeight - scroller.clientHeight;
  scroller.scrollTop = Math.max(lowest, Math.min(highest, scroller.scrollTop));
}
