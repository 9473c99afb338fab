import type { PageItems } from '../../contract/page.ts';
import { PaginationError } from '../errors/pagination-error.ts';
import type { ApiCall } from './api-call.ts';

/** The contents of a page, with the body of the response. */
export interface PageContent<Item, Body> extends PageItems<Item> {
  readonly body: Body;
}

/** Requests the page at an offset, under a signal. By default they are those of the caller's query and options. */
export type FetchPage<Item, Body> = (offset?: number, signal?: AbortSignal) => ApiCall<PageContent<Item, Body>>;

/** One page of a list. Iterate over it for the items of this page. */
export class Page<Item, Body> implements PageContent<Item, Body>, Iterable<Item> {
  readonly items: readonly Item[];
  /** The number of items in the list. */
  readonly total: number;
  /** The index of the page's first item in the list, from 0. */
  readonly offset: number;
  /** The maximum number of items on a page. */
  readonly limit: number;
  /** Whether the service says that more items follow. */
  readonly hasMore: boolean;
  /** The whole body of the response, with what it contains besides the items. */
  readonly body: Body;
  readonly #fetchPage: FetchPage<Item, Body>;

  /** @internal */
  constructor(content: PageContent<Item, Body>, fetchPage: FetchPage<Item, Body>) {
    this.items = content.items;
    this.total = content.total;
    this.offset = content.offset;
    this.limit = content.limit;
    this.hasMore = content.hasMore;
    this.body = content.body;
    this.#fetchPage = fetchPage;
  }

  /**
   * Requests the page after this one; null after the last.
   *
   * @throws `PaginationError` when the service says that more pages follow, but sends an empty or an earlier page.
   */
  next(): Promise<Page<Item, Body> | null> {
    return pageAfter(this, this.#fetchPage);
  }

  /** The items of this page. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

/** Requests the page after another one; null after the last. Throws {@link PaginationError}. */
export async function pageAfter<Item, Body>(
  { items, offset, hasMore }: Page<Item, Body>,
  fetchPage: FetchPage<Item, Body>,
  signal?: AbortSignal,
): Promise<Page<Item, Body> | null> {
  if (!hasMore) return null;
  if (items.length === 0)
    throw new PaginationError(`The page at offset ${offset} is empty, but is not the last`, offset);
  const nextOffset = offset + items.length;
  const page = new Page(await fetchPage(nextOffset, signal), fetchPage);
  if (page.offset >= nextOffset) return page;
  throw new PaginationError(
    `Requested offset ${nextOffset}, but received the page at offset ${page.offset}`,
    nextOffset,
  );
}
