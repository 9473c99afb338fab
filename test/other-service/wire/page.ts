import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';

/** The details of pagination that differ between lists. */
export interface PageNames {
  readonly more: 'has_more' | 'hasMore';
  /** The largest limit that the endpoint accepts. */
  readonly largest: number;
}

export interface CutPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: object | null | undefined;
}

/** Returns one page of a list. The list omits the items for which `isShown` returns false. */
export function cutPage<Item>(
  context: Context,
  all: readonly Item[],
  isShown: (item: Item) => boolean,
  query: URLSearchParams,
  names: PageNames,
): CutPage<Item> {
  const isCutFirst = context.choices['pages.filter'] === 'after';
  const list = withTwins(context, isCutFirst ? all : all.filter(isShown));
  const asked = Number(query.get('limit') ?? defaultSize(context, list.length));
  const offset = startOf(context, Number(query.get('offset') ?? 0), asked);
  const size = pageSize(context, asked, offset);
  const start = context.choices['pages.repeats'] === 'yes' && offset > 0 ? offset - 1 : offset;
  if (offset > 0 && offset >= list.length && context.choices['pages.pastEnd'] === '404')
    throw new Refusal('notFound', 'There is no such page', 'offset');
  const window = list.slice(start, start + size);
  const items = isCutFirst ? window.filter(isShown) : window;
  const isMore = start + size < list.length;
  const position = {
    total: list.length,
    returned: items.length,
    offset,
    next: start + size,
    limit: asked,
    isMore,
    isFull: items.length === size,
  };
  return { items, pagination: pagination(context, position, names) };
}

interface Position {
  readonly total: number;
  readonly returned: number;
  readonly offset: number;
  readonly next: number;
  readonly limit: number;
  readonly isMore: boolean;
  readonly isFull: boolean;
}

function startOf(context: Context, offset: number, limit: number): number {
  return context.pick('pages.start', { 'at its offset': offset, 'a multiple of limit': offset - (offset % limit) });
}

function withTwins<Item>(context: Context, list: readonly Item[]): readonly Item[] {
  return context.pick('pages.twins', { none: list, some: [...list.slice(0, 1), ...list] });
}

function defaultSize(context: Context, length: number): number {
  return context.pick('pages.defaultSize', { '50': 50, '1': 1, '3': 3, all: Math.max(1, length) });
}

function pageSize(context: Context, asked: number, offset: number): number {
  const size = context.pick('pages.size', { full: asked, 'at most two': 2, uneven: 1 + (offset % 3) });
  return Math.min(asked, size);
}

function pagination(context: Context, page: Position, { more, largest }: PageNames): object | null | undefined {
  const limit = context.pick('pages.limit', { 'as requested': page.limit, 'the largest': largest });
  const { returned, offset } = page;
  const object = {
    total: total(context, page),
    ...context.pick('pages.position', {
      present: { returned, offset, limit },
      null: { returned: null, offset: null, limit: null },
      absent: {},
      'offset of the next page': { returned, offset: page.next, limit },
      'offset counts items so far': { returned, offset: offset + returned, limit },
    }),
    [more]: context.pick('pages.more', {
      right: page.isMore,
      null: null,
      absent: undefined,
      'whenever a page is full': page.isMore || page.isFull,
    }),
  };
  return context.pick('pages.pagination', { present: object, null: null, absent: undefined });
}

function total(context: Context, { total, offset, returned }: Position): number | null | undefined {
  return context.pick('pages.total', {
    all: total,
    // Vary the total, as if items were added and removed during the iteration.
    moving: offset === 0 ? total : total + 1 + (offset % 2),
    'items so far': offset + returned,
    '-1': -1,
    null: null,
    absent: undefined,
  });
}
