import { array, optional } from './collections.ts';
import { atLeast, atMost, flag, maybe, model, naturalNumber, number, text, wholeNumber } from './model.ts';
import { type CaptionsPagination, captionsPagination, type PageReader } from './page.ts';
import { type WordStyle, wordStyle } from './word-style.ts';

/** The time of a caption or a word. */
interface TimeRange {
  /** Seconds. */
  start_seconds?: number | null;
  /** Seconds. */
  end_seconds?: number | null;
  /** In the service's units. The specification does not say how long a unit is. */
  start_units?: number | null;
  /** In the service's units. */
  end_units?: number | null;
}

/** A word in the captions list, with fields in snake case. */
export interface CaptionWord extends TimeRange {
  id: string;
  word: string;
  /** The word's position in its caption, from 0. */
  order_index?: number | null;
  paragraph_index?: number | null;
  is_emphasis?: boolean | null;
  style?: WordStyle | null;
}

/** A line of text on the timeline. */
export interface Caption extends TimeRange {
  caption_id: string;
  text: string;
  words?: CaptionWord[] | null;
  timeline_item_id?: string | null;
  project_id?: string | null;
}

/** The page of the captions list to return. */
export interface ListCaptionsQuery {
  /** Captions per page, a whole number from 1 to 100. */
  limit?: number | undefined;
  /** Captions to skip, a whole number, 0 or more. */
  offset?: number | undefined;
}

/** A page of the captions list. */
export interface ListCaptionsResult {
  success?: boolean | null;
  captions: Caption[];
  pagination: CaptionsPagination;
}

export const captionWord = model<CaptionWord>({
  id: text,
  word: text,
  start_seconds: maybe(number),
  end_seconds: maybe(number),
  order_index: maybe(number),
  start_units: maybe(number),
  end_units: maybe(number),
  paragraph_index: maybe(number),
  is_emphasis: maybe(flag),
  style: maybe(wordStyle),
});

export const caption = model<Caption>({
  caption_id: text,
  text,
  start_seconds: maybe(number),
  end_seconds: maybe(number),
  words: maybe(array(captionWord)),
  timeline_item_id: maybe(text),
  project_id: maybe(text),
  start_units: maybe(number),
  end_units: maybe(number),
});

export const listCaptionsQuery = model<ListCaptionsQuery>({
  limit: optional(wholeNumber().check(atLeast(1), atMost(100))),
  offset: optional(naturalNumber),
});

export const listCaptionsResult = model<ListCaptionsResult>({
  success: maybe(flag),
  captions: array(caption),
  pagination: captionsPagination,
});

export const captionsPage: PageReader<Caption, ListCaptionsResult> = {
  read: ({ captions, pagination }: Partial<ListCaptionsResult>) => ({
    ...pagination,
    items: captions ?? [],
    hasMore: pagination?.has_more,
  }),
  idOf: ({ caption_id }) => caption_id,
};
