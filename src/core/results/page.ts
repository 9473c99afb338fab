import type { PageFields } from '../../contract/page.ts';
import { PaginationError } from '../errors/validation-errors.ts';
import type { ApiCall } from './api-call.ts';
import { jsonText } from './json-text.ts';

export interface ReceivedPage<Item, Body> extends PageFields<Item> {
  /** The index of the first item that was requested. */
  readonly requestedOffset: number;
  /** The requested maximum number of items; undefined if the service decides. */
  readonly requestedLimit: number | undefined;
  readonly body: Body;
}

export interface PageSource<Item, Body> {
  /** Requests a page. By default, uses the offset of the caller's query and the caller's signal. */
  fetch(offset?: number, signal?: AbortSignal): ApiCall<ReceivedPage<Item, Body>>;
  idOf(item: Item): unknown;
}

/** One page of a list. Iterate over it for the items of this page. */
export class Page<Item, Body> implements Iterable<Item> {
  /** The items of the page, without items that the page before has already returned. */
  readonly items: readonly Item[];
  /** The number of items in the list; null if the service does not say. */
  readonly total: number | null;
  /** The index of the page's first item in the list, from 0. */
  readonly offset: number;
  /** The maximum number of items on a page; null if neither the service nor the query says. */
  readonly limit: number | null;
  /** Whether more items follow. If the response does not say, `total` decides; without it, whether this page has items. */
  readonly hasMore: boolean;
  /** The whole response body. */
  readonly body: Body;
  readonly #source: PageSource<Item, Body>;
  /** The ids of all received items. */
  readonly #ids: ReadonlySet<unknown>;
  /** Whether there are items, and all of them were on the page before. */
  readonly #isRepeat: boolean;
  readonly #nextOffset: number;
  /** Whether the service sends the next page's offset instead of the page's own, as detected on the first page. */
  readonly #isOffsetOfNext: boolean;
  /** The reason why the next page cannot be requested, even if the service says that more items follow. */
  readonly #problem: string | undefined;

  /** @internal */
  constructor(received: ReceivedPage<Item, Body>, source: PageSource<Item, Body>, before?: Page<Item, Body>) {
    const { items, total, offset, limit, hasMore, requestedOffset, requestedLimit, body } = received;
    this.#source = source;
    const [seen, wasRepeat] = before ? [before.#ids, before.#isRepeat] : [new Set(), false];
    const ids = items.map((item) => idOf(item, source));
    this.#ids = new Set(ids);
    // A service may filter a page after it has taken the page's range. The next range then overlaps this one.
    this.items = items.filter((_, index) => !seen.has(ids[index]));
    this.#isRepeat = items.length > 0 && this.items.length === 0;
    this.total = isIndex(total) ? total : null;
    this.#isOffsetOfNext = before ? before.#isOffsetOfNext : isIndex(offset) && offset > requestedOffset;
    const own = this.#isOffsetOfNext ? Math.min(requestedOffset, Number(offset) - items.length) : offset;
    this.offset = isIndex(own) ? own : requestedOffset;
    // Unless validation is strict, a limit in the response can have any type.
    this.limit = typeof limit === 'number' ? limit : (requestedLimit ?? null);
    this.#nextOffset = this.offset + items.length;
    if (items.length === 0) this.#problem = 'is empty';
    else if (this.#isRepeat && wasRepeat) this.#problem = 'repeats the page before it';
    const mayHaveMore = this.total === null ? this.items.length > 0 : this.#nextOffset < this.total;
    this.hasMore = typeof hasMore === 'boolean' ? hasMore : mayHaveMore;
    this.body = body;
  }

  /** Requests the page after the given page; null after the last. Throws {@link PaginationError}. */
  static async after<Item, Body>(page: Page<Item, Body>, signal?: AbortSignal): Promise<Page<Item, Body> | null> {
    if (!page.hasMore) return null;
    const nextOffset = page.#nextOffset;
    if (page.#problem)
      throw new PaginationError(`The page at offset ${page.offset} ${page.#problem}, but is not the last`, page.offset);
    const next = new Page(await page.#source.fetch(nextOffset, signal), page.#source, page);
    if (next.offset === nextOffset) return next;
    throw new PaginationError(
      `Requested offset ${nextOffset}, but received the page at offset ${next.offset}`,
      nextOffset,
    );
  }

  /**
   * Requests the page after this one; null after the last.
   *
   * @throws `PaginationError` when the service says that more pages follow, but sends an empty page, a page at another
   * offset, or the same items again.
   */
  next(): Promise<Page<Item, Body> | null> {
    return Page.after(this);
  }

  /** The items of this page. */
  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

/** Identifies an item by its id, otherwise by its JSON, or by the object itself if it is nested too deep for JSON. */
function idOf<Item, Body>(item: Item, source: PageSource<Item, Body>): unknown {
  const id = item === null ? undefined : source.idOf(item);
  return typeof id === 'string' || typeof id === 'number' ? id : (jsonText(item) ?? item);
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
