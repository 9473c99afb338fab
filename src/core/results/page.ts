import type { PageItems } from '../../contract/page.ts';
import { PaginationError } from '../errors/pagination-error.ts';
import type { ApiCall } from './api-call.ts';

/** What a page of a list holds, with the response that it was read from. */
export interface PageContent<Item, Body> extends PageItems<Item> {
  readonly body: Body;
}

/** Asks for the page that begins at an offset, under a signal; without them, as the caller's query and options say. */
export type FetchPage<Item, Body> = (offset?: number, signal?: AbortSignal) => ApiCall<PageContent<Item, Body>>;

/** One page of a list. Iterate over it for its own items. */
export class Page<Item, Body> implements PageContent<Item, Body>, Iterable<Item> {
  readonly items: readonly Item[];
  /** How many items the list has. */
  readonly total: number;
  /** The first item's place in the list, from 0. */
  readonly offset: number;
  /** How many items a page has at most. */
  readonly limit: number;
  /** Whether the service says that more follow. */
  readonly hasMore: boolean;
  /** The answer as it came, with what it holds besides the items. */
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
   * The page after this one; null after the last.
   *
   * @throws `PaginationError` when the service says that there is more and gives nothing new.
   */
  next(): Promise<Page<Item, Body> | null> {
    return pageAfter(this, this.#fetchPage);
  }

  /** The items of this page. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

/** The page after another one, asked for under a signal; null after the last. Throws {@link PaginationError}. */
export async function pageAfter<Item, Body>(
  { items, offset: start, hasMore }: Page<Item, Body>,
  fetchPage: FetchPage<Item, Body>,
  signal?: AbortSignal,
): Promise<Page<Item, Body> | null> {
  if (!hasMore) return null;
  const offset = start + items.length;
  if (items.length === 0) throw new PaginationError(`The page at offset ${offset} is empty, yet not the last`, offset);
  const page = new Page(await fetchPage(offset, signal), fetchPage);
  if (page.offset >= offset) return page;
  throw new PaginationError(`Asked for offset ${offset}, the service went back to ${page.offset}`, offset);
}
