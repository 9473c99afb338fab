import { openScope } from '../async/cancellation.ts';
import { invalidArgument } from '../errors/validation-errors.ts';
import { aWholeNumber } from '../options/checks.ts';
import type { ListOptions } from '../options/options.ts';
import { type ApiCall, type ApiResult, mapResult } from './api-call.ts';
import { Page, type PageSource } from './page.ts';

/**
 * A list that is requested page by page. Await it for the first page, or iterate over it for all items of all pages.
 * Creating the list sends no request.
 *
 * @example
 * ```ts
 * for await (const caption of client.captions.list(projectId)) console.log(caption.text);
 *
 * const page = await client.captions.list(projectId, { limit: 20 });
 * console.log(`${page.items.length} of ${page.total ?? 'many'}`);
 * ```
 */
export class PageList<Item, Body> implements Promise<Page<Item, Body>>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = 'PageList';
  readonly #source: PageSource<Item, Body>;
  readonly #options: ListOptions;
  #first: ApiCall<Page<Item, Body>> | undefined;

  /** @internal */
  constructor(source: PageSource<Item, Body>, options: ListOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Returns the first page with its response. */
  withResponse(): Promise<ApiResult<Page<Item, Body>>> {
    return this.#call().withResponse();
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is meant to be awaited.
  then<Fulfilled = Page<Item, Body>, Rejected = never>(
    onFulfilled?: ((page: Page<Item, Body>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#call().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Item, Body> | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Item, Body>> {
    return this.then().finally(onFinally);
  }

  /** Yields the items of all pages. Each page is requested when it is needed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /**
   * Yields every page, one after the other.
   *
   * @throws `PaginationError` when the service says that more pages follow, but sends an empty page, a page at another
   * offset, or the same items again.
   * @example
   * ```ts
   * for await (const page of client.captions.list(projectId).pages()) console.log(page.offset, page.items.length);
   * ```
   */
  async *pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    // Await the first page before `#options` is read, because the call also checks the options.
    const first = await this;
    const { prefetch, signal } = this.#options;
    yield* prefetch ? prefetchPages(first, signal) : pagesFrom(first);
  }

  /**
   * Returns all items in one array, or the first `max` items. Requests only the pages that contain these items.
   *
   * @throws `RequestValidationError` when `max` is not a whole number, 0 or more.
   */
  async toArray({ max = Number.MAX_SAFE_INTEGER }: { readonly max?: number | undefined } = {}): Promise<Item[]> {
    const problem = aWholeNumber(max);
    if (problem) throw invalidArgument('toArray', 'max', problem, { outcome: 'did not start' });
    const items: Item[] = [];
    if (max === 0) return items;
    for await (const page of pagesFrom(await this)) {
      // Do not use `push(...)`, because it fails if a page has more items than fit on the call stack.
      for (const item of page.items.slice(0, max - items.length)) items.push(item);
      if (items.length >= max) break;
    }
    return items;
  }

  #call(): ApiCall<Page<Item, Body>> {
    this.#first ??= mapResult(this.#source.fetch(), ({ data }) => new Page(data, this.#source));
    return this.#first;
  }
}

async function* pagesFrom<Item, Body>(first: Page<Item, Body>): AsyncGenerator<Page<Item, Body>, void, undefined> {
  for (let page: Page<Item, Body> | null = first; page !== null; page = await page.next()) yield page;
}

async function* prefetchPages<Item, Body>(
  first: Page<Item, Body>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Page<Item, Body>, void, undefined> {
  const scope = openScope(signal, undefined);
  try {
    let page: Page<Item, Body> | null = first;
    while (page !== null) {
      const next: Promise<Page<Item, Body> | null> = Page.after(page, scope.signal);
      // Prevents an unhandled rejection before `next` is awaited below.
      next.catch(() => {});
      yield page;
      page = await next;
    }
  } finally {
    scope.abort();
    scope.release();
  }
}
