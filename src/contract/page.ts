import { type core, refine, type ZodMiniType } from 'zod/mini';
import { object } from './collections.ts';
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

/** A page as the service sent it, under the same names for every list. What it omits is null or undefined. */
export interface PageFields<Item> {
  readonly items: readonly Item[];
  readonly total?: number | null | undefined;
  readonly offset?: number | null | undefined;
  readonly limit?: number | null | undefined;
  readonly hasMore?: boolean | null | undefined;
}

/** How a page is read from a response: each list names its fields differently. */
export interface PageReader<Item, Body> {
  readonly read: (body: Body) => PageFields<Item>;
  /** What tells an item from all others of the list. */
  idOf(item: Item): unknown;
}

/** The schema of what a {@link PageReader} reads: items under one of the names. Null is as good as no items. */
export function requiredItems(...names: readonly [string, ...string[]]): ZodMiniType {
  const hasItems = (body: object) => {
    const fields = names.map((name) => Reflect.get(body, name));
    return fields.some(Array.isArray) || (fields.includes(null) && fields.every((field) => !field));
  };
  return object({}, refine(hasItems, { path: [names[0]], error: 'must be an array' }), notRefused(...names));
}

/** A check that also wants a list with items where the response says that it is no success. */
export function notRefused(...names: readonly string[]): core.$ZodCheck<object> {
  const isRefused = (body: object) =>
    Reflect.get(body, 'success') === false && names.every((name) => isWithoutItems(Reflect.get(body, name)));
  return refine((body) => !isRefused(body), {
    path: ['success'],
    error: `is false, and ${names.join(' or ')} has no items`,
  });
}

function isWithoutItems(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

const position = { total: number, returned: maybe(number), offset: number, limit: number };

export const captionsPagination: ZodMiniType<CaptionsPagination> = model<CaptionsPagination>({
  ...position,
  has_more: flag,
});

export const wordsPagination: ZodMiniType<WordsPagination> = model<WordsPagination>({
  ...position,
  hasMore: flag,
});
