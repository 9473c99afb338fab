import { flag, maybe, model, number } from './model.ts';

/** The position of a page in its list. */
interface PagePosition {
  /** The number of items in the list. */
  total: number;
  /** The number of items on this page. */
  returned?: number | null;
  /** The position of the page's first item in the list, from 0. */
  offset: number;
  /** The maximum number of items on a page. */
  limit: number;
}

/** The pagination object of the captions list. */
export interface CaptionsPagination extends PagePosition {
  has_more: boolean;
}

/** The pagination object of the words list. */
export interface WordsPagination extends PagePosition {
  hasMore: boolean;
}

/** A page with the same field names for every list. Fields that the service omits are null or undefined. */
export interface PageFields<Item> {
  readonly items: readonly Item[];
  readonly total?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly limit?: number | null | undefined;
  readonly hasMore?: boolean | null | undefined;
}

/** Reads a page from a response. The names of the response's fields differ from list to list. */
export interface PageReader<Item, Body> {
  readonly read: (body: Body) => PageFields<Item>;
  idOf(item: Item): unknown;
}

const position = { total: number, returned: maybe(number), offset: number, limit: number };

export const captionsPagination = model<CaptionsPagination>({ ...position, has_more: flag });

export const wordsPagination = model<WordsPagination>({ ...position, hasMore: flag });
