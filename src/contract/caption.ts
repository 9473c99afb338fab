import { array, int, maximum, minimum, optional, unknown, type ZodMiniType } from 'zod/mini';
import { flag, maybe, model, nonEmpty, number, type OpenEnum, openEnum, text } from './model.ts';
import { type CaptionsPagination, captionsPagination, type WordsPagination, wordsPagination } from './page.ts';

/** How a word looks. The specification gives no range of any value. */
export interface WordStyle {
  offsetX?: number | null;
  offsetY?: number | null;
  rotationDeg?: number | null;
  scale?: number | null;
  fontFamily?: string | null;
  fontWeight?: string | null;
  color?: string | null;
  activeColor?: string | null;
  backgroundColor?: string | null;
  activeAnimation?: OpenEnum<'none'> | null;
  fontStyle?: OpenEnum<'normal'> | null;
  textTransform?: OpenEnum<'none'> | null;
  letterSpacing?: number | null;
  opacity?: number | null;
  textStrokeColor?: string | null;
  textStrokeWidthPx?: number | null;
  textStrokeBlurPx?: number | null;
  textShadow?: string | null;
  glowColor?: string | null;
  glowBlurPx?: number | null;
  textGradientFrom?: string | null;
  textGradientTo?: string | null;
  textGradientAngleDeg?: number | null;
  backgroundRadiusPx?: number | null;
  emojiName?: string | null;
  emojiScale?: OpenEnum<'1'> | null;
  isSpecial?: boolean | null;
  isKeyword?: boolean | null;
}

/** A word inside the captions list, in snake case. */
export interface CaptionWord {
  id: string;
  word: string;
  /** Seconds. */
  start_seconds: number;
  /** Seconds. */
  end_seconds: number;
  /** The word's place in its caption, from 0. */
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

/** A word of the words listing, in camel case. */
export interface Word {
  id: string;
  word: string;
  /** Seconds. */
  startSeconds: number;
  /** Seconds. */
  endSeconds: number;
  captionId?: string | null;
  timelineItemId?: string | null;
  /** The word's place in its caption, from 0. */
  orderIndex?: number | null;
  /** The word's place in its project, from 0. */
  sequenceIndex?: number | null;
  isEmphasis?: boolean | null;
  /** In the service's units; the specification does not say how long one is. */
  startUnits?: number | null;
  /** In the service's units. */
  endUnits?: number | null;
  paragraphIndex?: number | null;
  style?: WordStyle | null;
}

/** Which captions `captions.list` asks for. */
export interface ListCaptionsQuery {
  /** Captions a page, 1 to 100. */
  limit?: number;
  /** Captions to pass over, 0 or more. */
  offset?: number;
}

/** The answer of `GET /projects/{projectId}/captions`. */
export interface ListCaptionsResult {
  success: boolean;
  captions: Caption[];
  pagination: CaptionsPagination;
}

/** Which words `captions.words.list` asks for. */
export interface ListWordsQuery {
  /** Only the words of this timeline item. */
  timeline_item_id?: string;
  /** Only the words that match this text. */
  match_text?: string;
  /** Words a page, 1 to 500. */
  limit?: number;
  /** Words to pass over, 0 or more. */
  offset?: number;
}

/** Counts over all words that the filter lets through. */
export interface WordsSummary {
  totalWords?: number | null;
  emphasisCount?: number | null;
  hasEmphasis?: boolean | null;
}

/** The answer of `GET /projects/{projectId}/captions/words`. */
export interface ListWordsResult {
  success: boolean;
  words: Word[];
  /** The same as `words`. */
  items: Word[];
  pagination: WordsPagination;
  warnings: unknown[];
  count?: number | null;
  summary?: WordsSummary | null;
  hint?: string | null;
}

/** What `captions.words.split` sends. */
export interface SplitWordParams {
  word_id: string;
  /** The words that take its place, in order. */
  words: string[];
}

/** What `captions.words.merge` sends. */
export interface MergeWordsParams {
  /** The words to make one of. */
  word_ids: string[];
}

/** A new time for one word. */
export interface WordRetiming {
  word_id: string;
  /** Seconds. */
  start_seconds: number;
  /** Seconds. */
  end_seconds: number;
}

/** What `captions.words.retime` sends. */
export interface RetimeWordsParams {
  updates: WordRetiming[];
}

/** A word as an edit reports it. */
export interface EditedWord {
  id: string;
  word: string;
  order_index?: number | null;
  start_units?: number | null;
  end_units?: number | null;
}

/** The answer of `captions.words.split` and `captions.words.merge`. */
export interface WordEditResult {
  success: boolean;
  caption_id: string;
  affected_caption_ids: string[];
  deleted_word_ids: string[];
  split_word_ids: string[];
  words: EditedWord[];
  /** The word that a merge left; none after a split. */
  merged_word_id?: string | null;
  message?: string | null;
}

/** What a retiming changed for one word. */
export interface RetimedWord {
  word_id: string;
  caption_id?: string | null;
  old_start_units?: number | null;
  old_end_units?: number | null;
  new_start_units?: number | null;
  new_end_units?: number | null;
  old_start_seconds?: number | null;
  old_end_seconds?: number | null;
  new_start_seconds?: number | null;
  new_end_seconds?: number | null;
}

/** The answer of `captions.words.retime`. */
export interface RetimeWordsResult {
  success: boolean;
  updates: RetimedWord[];
  affected_caption_ids: string[];
  words: EditedWord[];
  message?: string | null;
}

export const wordStyle: ZodMiniType<WordStyle> = model<WordStyle>({
  offsetX: maybe(number),
  offsetY: maybe(number),
  rotationDeg: maybe(number),
  scale: maybe(number),
  fontFamily: maybe(text),
  fontWeight: maybe(text),
  color: maybe(text),
  activeColor: maybe(text),
  backgroundColor: maybe(text),
  activeAnimation: maybe(openEnum(['none'])),
  fontStyle: maybe(openEnum(['normal'])),
  textTransform: maybe(openEnum(['none'])),
  letterSpacing: maybe(number),
  opacity: maybe(number),
  textStrokeColor: maybe(text),
  textStrokeWidthPx: maybe(number),
  textStrokeBlurPx: maybe(number),
  textShadow: maybe(text),
  glowColor: maybe(text),
  glowBlurPx: maybe(number),
  textGradientFrom: maybe(text),
  textGradientTo: maybe(text),
  textGradientAngleDeg: maybe(number),
  backgroundRadiusPx: maybe(number),
  emojiName: maybe(text),
  emojiScale: maybe(openEnum(['1'])),
  isSpecial: maybe(flag),
  isKeyword: maybe(flag),
});

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

export const word: ZodMiniType<Word> = model<Word>({
  id: text,
  word: text,
  startSeconds: number,
  endSeconds: number,
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

const offset = int().check(minimum(0));

export const listCaptionsQuery: ZodMiniType<ListCaptionsQuery> = model<ListCaptionsQuery>({
  limit: optional(int().check(minimum(1), maximum(100))),
  offset: optional(offset),
});

export const listCaptionsResult: ZodMiniType<ListCaptionsResult> = model<ListCaptionsResult>({
  success: flag,
  captions: array(caption),
  pagination: captionsPagination,
});

export const listWordsQuery: ZodMiniType<ListWordsQuery> = model<ListWordsQuery>({
  timeline_item_id: optional(text),
  match_text: optional(text),
  limit: optional(int().check(minimum(1), maximum(500))),
  offset: optional(offset),
});

export const wordsSummary: ZodMiniType<WordsSummary> = model<WordsSummary>({
  totalWords: maybe(number),
  emphasisCount: maybe(number),
  hasEmphasis: maybe(flag),
});

export const listWordsResult: ZodMiniType<ListWordsResult> = model<ListWordsResult>({
  success: flag,
  words: array(word),
  items: array(word),
  pagination: wordsPagination,
  warnings: array(unknown()),
  count: maybe(number),
  summary: maybe(wordsSummary),
  hint: maybe(text),
});

export const splitWordParams: ZodMiniType<SplitWordParams> = model<SplitWordParams>({
  word_id: nonEmpty,
  words: array(nonEmpty),
});

export const mergeWordsParams: ZodMiniType<MergeWordsParams> = model<MergeWordsParams>({ word_ids: array(nonEmpty) });

export const wordRetiming: ZodMiniType<WordRetiming> = model<WordRetiming>({
  word_id: nonEmpty,
  start_seconds: number,
  end_seconds: number,
});

export const retimeWordsParams: ZodMiniType<RetimeWordsParams> = model<RetimeWordsParams>({
  updates: array(wordRetiming),
});

export const editedWord: ZodMiniType<EditedWord> = model<EditedWord>({
  id: text,
  word: text,
  order_index: maybe(number),
  start_units: maybe(number),
  end_units: maybe(number),
});

export const wordEditResult: ZodMiniType<WordEditResult> = model<WordEditResult>({
  success: flag,
  caption_id: text,
  affected_caption_ids: array(text),
  deleted_word_ids: array(text),
  split_word_ids: array(text),
  words: array(editedWord),
  merged_word_id: maybe(text),
  message: maybe(text),
});

export const retimedWord: ZodMiniType<RetimedWord> = model<RetimedWord>({
  word_id: text,
  caption_id: maybe(text),
  old_start_units: maybe(number),
  old_end_units: maybe(number),
  new_start_units: maybe(number),
  new_end_units: maybe(number),
  old_start_seconds: maybe(number),
  old_end_seconds: maybe(number),
  new_start_seconds: maybe(number),
  new_end_seconds: maybe(number),
});

export const retimeWordsResult: ZodMiniType<RetimeWordsResult> = model<RetimeWordsResult>({
  success: flag,
  updates: array(retimedWord),
  affected_caption_ids: array(text),
  words: array(editedWord),
  message: maybe(text),
});
