import { array, boolean, looseObject, unknown, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { flag, model, number } from './model.ts';

/** Where a page stands in its list. */
interface PagePosition {
  /** How many items the list has. */
  total: number;
  /** How many items this page has. */
  returned: number;
  /** The first item's place in the list, from 0. */
  offset: number;
  /** How many items a page has at most. */
  limit: number;
}

/** The pagination object of the captions list. */
export interface CaptionsPagination extends PagePosition {
  has_more: boolean;
}

/** The pagination object of the words listing. */
export interface WordsPagination extends PagePosition {
  hasMore: boolean;
}

/** The items of a page and its place in the list, under names of our own. */
export interface PageItems<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

/** How a page is read from a response, since each list names its fields differently. */
export interface PageReader<Item, Body> {
  /** What a response must have to be read, in every validation mode. */
  readonly requiredSchema: ZodMiniType;
  readonly read: (body: Body) => PageItems<Item>;
}

/** The schema that a {@link PageReader} requires: a list of items, and a pagination object that says whether more follow. */
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
