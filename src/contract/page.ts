import type { ZodMiniType } from 'zod/mini';
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

const position = { total: number, returned: number, offset: number, limit: number };

export const captionsPagination: ZodMiniType<CaptionsPagination> = model<CaptionsPagination>({
  ...position,
  has_more: flag,
});

export const wordsPagination: ZodMiniType<WordsPagination> = model<WordsPagination>({ ...position, hasMore: flag });
