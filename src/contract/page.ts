import { array, boolean, looseObject, unknown, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { flag, model, number } from './model.ts';

/** The position of a page in its list. */
interface PagePosition {
  /** The number of items in the list. */
  total: number;
  /** The number of items on this page. */
  returned: number;
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

/** The items of a page and its position in the list, under the same names for every list. */
export interface PageItems<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

/** How a page is read from a response: each list names its fields differently. */
export interface PageReader<Item, Body> {
  /** What a response must have to be read, in every validation mode. */
  readonly requiredSchema: ZodMiniType;
  readonly read: (body: Body) => PageItems<Item>;
}

/** The schema that a {@link PageReader} requires: an array of items and a pagination object with a flag for more. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredPage(items: string, more: string): ZodMiniType {
  const pagination = looseObject({ total: zodNumber(), offset: zodNumber(), limit: zodNumber(), [more]: boolean() });
  return looseObject({ [items]: array(unknown()), pagination });
}

const position = { total: number, returned: number, offset: number, limit: number };

export const captionsPagination: ZodMiniType<CaptionsPagination> = model<CaptionsPagination>({
  ...position,
  has_more: flag,
});

export const wordsPagination: ZodMiniType<WordsPagination> = model<WordsPagination>({ ...position, hasMore: flag });
