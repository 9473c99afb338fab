import { unknown } from 'zod/mini';
import { array, optional } from './collections.ts';
import { atLeast, atMost, flag, maybe, model, naturalNumber, number, text, wholeNumber } from './model.ts';
import { type PageReader, type WordsPagination, wordsPagination } from './page.ts';
import { type WordStyle, wordStyle } from './word-style.ts';

/** A word in the words list, with fields in camel case. */
export interface Word {
  id: string;
  word: string;
  /** Seconds. */
  startSeconds?: number | null;
  /** Seconds. */
  endSeconds?: number | null;
  captionId?: string | null;
  timelineItemId?: string | null;
  /** The word's position in its caption, from 0. */
  orderIndex?: number | null;
  /** The word's position in its project, from 0. */
  sequenceIndex?: number | null;
  isEmphasis?: boolean | null;
  /** In the service's units. The specification does not say how long a unit is. */
  startUnits?: number | null;
  /** In the service's units. */
  endUnits?: number | null;
  paragraphIndex?: number | null;
  style?: WordStyle | null;
}

/** The words to list, and the page of the list to return. */
export interface ListWordsQuery {
  /** Lists only the words of this timeline item. */
  timeline_item_id?: string | undefined;
  /** Lists only the words that match this text. In the mock, a word matches if it contains the text, ignoring case. */
  match_text?: string | undefined;
  /** Words per page, a whole number from 1 to 500. */
  limit?: number | undefined;
  /** Words to skip, a whole number, 0 or more. */
  offset?: number | undefined;
}

/** Totals for all words that match the filter. */
export interface WordsSummary {
  totalWords?: number | null;
  emphasisCount?: number | null;
  hasEmphasis?: boolean | null;
}

/** A page of the words list. */
export interface ListWordsResult {
  success?: boolean | null;
  words: Word[];
  /** The same as `words`. */
  items?: Word[] | null;
  pagination: WordsPagination;
  warnings?: unknown[] | null;
  count?: number | null;
  summary?: WordsSummary | null;
  hint?: string | null;
}

export const word = model<Word>({
  id: text,
  word: text,
  startSeconds: maybe(number),
  endSeconds: maybe(number),
  captionId: maybe(text),
  timelineItemId: maybe(text),
  orderIndex: maybe(number),
  sequenceIndex: maybe(number),
  isEmphasis: maybe(flag),
  startUnits: maybe(number),
  endUnits: maybe(number),
  paragraphIndex: maybe(number),
  style: maybe(wordStyle),
});

export const listWordsQuery = model<ListWordsQuery>({
  timeline_item_id: optional(text),
  match_text: optional(text),
  limit: optional(wholeNumber().check(atLeast(1), atMost(500))),
  offset: optional(naturalNumber),
});

export const wordsSummary = model<WordsSummary>({
  totalWords: maybe(number),
  emphasisCount: maybe(number),
  hasEmphasis: maybe(flag),
});

export const listWordsResult = model<ListWordsResult>({
  success: maybe(flag),
  words: array(word),
  items: maybe(array(word)),
  pagination: wordsPagination,
  warnings: maybe(array(unknown())),
  count: maybe(number),
  summary: maybe(wordsSummary),
  hint: maybe(text),
});

export const wordsPage: PageReader<Word, ListWordsResult> = {
  read: ({ words, items, pagination }: Partial<ListWordsResult>) => ({
    ...pagination,
    // Either `words` or `items` may be missing or have another type.
    items: [words, items].find(Array.isArray) ?? [],
  }),
  idOf: ({ id }) => id,
};
