import { array, int, maximum, minimum, optional, type ZodMiniType } from 'zod/mini';
import { flag, maybe, model, naturalNumber, number, text } from './model.ts';
import { type CaptionsPagination, captionsPagination, type PageReader, requiredPage } from './page.ts';
import { type WordStyle, wordStyle } from './word-style.ts';

/** A word in the captions list, with fields in snake case. */
export interface CaptionWord {
  id: string;
  word: string;
  /** Seconds. */
  start_seconds: number;
  /** Seconds. */
  end_seconds: number;
  /** The word's position in its caption, from 0. */
  order_index?: number | null;
  /** In the service's units; the specification does not say how long one is. */
  start_units?: number | null;
  /** In the service's units. */
  end_units?: number | null;
  paragraph_index?: number | null;
  is_emphasis?: boolean | null;
  style?: WordStyle | null;
}

/** A line of text on the timeline. */
export interface Caption {
  caption_id: string;
  text: string;
  /** Seconds. */
  start_seconds: number;
  /** Seconds. */
  end_seconds: number;
  words: CaptionWord[];
  timeline_item_id?: string | null;
  project_id?: string | null;
  /** In the service's units; the specification does not say how long one is. */
  start_units?: number | null;
  /** In the service's units. */
  end_units?: number | null;
}

/** The query of `captions.list`. */
export interface ListCaptionsQuery {
  /** Captions per page, 1 to 100. */
  limit?: number;
  /** Captions to skip, 0 or more. */
  offset?: number;
}

/** The response of `GET /projects/{projectId}/captions`. */
export interface ListCaptionsResult {
  success: boolean;
  captions: Caption[];
  pagination: CaptionsPagination;
}

export const captionWord: ZodMiniType<CaptionWord> = model<CaptionWord>({
  id: text,
  word: text,
  start_seconds: number,
  end_seconds: number,
  order_index: maybe(number),
  start_units: maybe(number),
  end_units: maybe(number),
  paragraph_index: maybe(number),
  is_emphasis: maybe(flag),
  style: maybe(wordStyle),
});

export const caption: ZodMiniType<Caption> = model<Caption>({
  caption_id: text,
  text,
  start_seconds: number,
  end_seconds: number,
  words: array(captionWord),
  timeline_item_id: maybe(text),
  project_id: maybe(text),
  start_units: maybe(number),
  end_units: maybe(number),
});

export const listCaptionsQuery: ZodMiniType<ListCaptionsQuery> = model<ListCaptionsQuery>({
  limit: optional(int().check(minimum(1), maximum(100))),
  offset: optional(naturalNumber),
});

export const listCaptionsResult: ZodMiniType<ListCaptionsResult> = model<ListCaptionsResult>({
  success: flag,
  captions: array(caption),
  pagination: captionsPagination,
});

export const captionsPage: PageReader<Caption, ListCaptionsResult> = {
  requiredSchema: requiredPage('captions', 'has_more'),
  read: ({ captions, pagination: { total, offset, limit, has_more } }) => ({
    items: captions,
    total,
    offset,
    limit,
    hasMore: has_more,
  }),
};
