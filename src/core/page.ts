import type { ApiCall, ApiResult } from './call.ts';
import { PaginationError } from './errors/pagination-error.ts';
import { RequestValidationError } from './errors/validation-errors.ts';
import { isCount } from './option-checks.ts';

/** What a page of a list holds, however the service spells it. */
export interface PageContent<Item, Body> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly hasMore: boolean;
  readonly body: Body;
}

/** Asks for the page that begins at an offset; without one, as the caller's query says. */
export type FetchPage<Item, Body> = (offset?: number) => ApiCall<PageContent<Item, Body>>;

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
  async next(): Promise<Page<Item, Body> | null> {
    if (!this.hasMore) return null;
    const offset = this.offset + this.items.length;
    if (this.items.length === 0)
      throw new PaginationError(`The page at offset ${offset} is empty, yet not the last`, offset);
    const page = new Page(await this.#fetchPage(offset), this.#fetchPage);
    if (page.offset >= offset) return page;
    throw new PaginationError(`Asked for offset ${offset}, the service went back to ${page.offset}`, offset);
  }

  /** The items of this page. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

/**
 * A list that is asked for page by page. Nothing is sent until it is awaited, which gives the first page, or iterated,
 * which gives every item, page after page.
 *
 * @example
 * ```ts
 * for await (const caption of client.captions.list(projectId)) console.log(caption.text);
 *
 * const page = await client.captions.list(projectId, { limit: 20 });
 * console.log(`${page.items.length} of ${page.total}`);
 * ```
 */
export class PageList<Item, Body> implements Promise<Page<Item, Body>>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = 'PageList';
  readonly #fetchPage: FetchPage<Item, Body>;
  #first: Promise<ApiResult<Page<Item, Body>>> | undefined;

  /** @internal */
  constructor(fetchPage: FetchPage<Item, Body>) {
    this.#fetchPage = fetchPage;
  }

  /** The first page together with its response. */
  withResponse(): Promise<ApiResult<Page<Item, Body>>> {
    this.#first ??= this.#fetchPage()
      .withResponse()
      .then((result) => ({ ...result, data: new Page(result.data, this.#fetchPage) }));
    return this.#first;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is meant to be awaited.
  then<Fulfilled = Page<Item, Body>, Rejected = never>(
    onFulfilled?: ((page: Page<Item, Body>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item, Body> | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Item, Body>> {
    return this.then().finally(onFinally);
  }

  /** The items of all pages, each asked for when it is needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item, Body> | null = await this; page !== null; page = await page.next()) yield* page.items;
  }

  /**
   * Every item in one array, at most `max` of them where it is given; no page beyond is asked for.
   *
   * @throws `RequestValidationError` when `max` is no whole number from 0.
   */
  async toArray({ max = Number.MAX_SAFE_INTEGER }: { readonly max?: number | undefined } = {}): Promise<Item[]> {
    if (!isCount(max))
      throw new RequestValidationError('toArray', [{ path: 'max', message: 'must be a whole number, 0 or more' }]);
    const items: Item[] = [];
    if (max === 0) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
