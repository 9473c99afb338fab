import type { CaptionWord } from './caption.ts';
import { array } from './collections.ts';
import { flag, maybe, model, nonEmpty, number, text } from './model.ts';

/** The word to split. */
export interface SplitWordParams {
  /** At least one character. */
  word_id: string;
  /** The words that replace the split word, in order, each at least one character. */
  words: readonly string[];
}

/** The words to merge. */
export interface MergeWordsParams {
  /** The identifiers of the words, each at least one character. */
  word_ids: readonly string[];
}

/** New times for one word. */
export interface WordRetiming {
  /** At least one character. */
  word_id: string;
  /** Seconds. */
  start_seconds: number;
  /** Seconds. */
  end_seconds: number;
}

/** The words to retime. */
export interface RetimeWordsParams {
  updates: readonly WordRetiming[];
}

/** A word in the response to an edit. */
export interface EditedWord extends Pick<CaptionWord, 'id' | 'word' | 'order_index' | 'start_units' | 'end_units'> {}

/** The result of a split or a merge. */
export interface WordEditResult {
  success?: boolean | null;
  caption_id: string;
  affected_caption_ids?: string[] | null;
  deleted_word_ids?: string[] | null;
  split_word_ids?: string[] | null;
  words?: EditedWord[] | null;
  /** The identifier of the merged word; not set after a split. */
  merged_word_id?: string | null;
  message?: string | null;
}

/** The change that a retiming made to one word. */
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

/** The result of a retiming. */
export interface RetimeWordsResult {
  success?: boolean | null;
  updates?: RetimedWord[] | null;
  affected_caption_ids?: string[] | null;
  words?: EditedWord[] | null;
  message?: string | null;
}

export const splitWordParams = model<SplitWordParams>({ word_id: nonEmpty, words: array(nonEmpty) });

export const mergeWordsParams = model<MergeWordsParams>({ word_ids: array(nonEmpty) });

export const wordRetiming = model<WordRetiming>({ word_id: nonEmpty, start_seconds: number, end_seconds: number });

export const retimeWordsParams = model<RetimeWordsParams>({ updates: array(wordRetiming) });

export const editedWord = model<EditedWord>({
  id: text,
  word: text,
  order_index: maybe(number),
  start_units: maybe(number),
  end_units: maybe(number),
});

export const wordEditResult = model<WordEditResult>({
  success: maybe(flag),
  caption_id: text,
  affected_caption_ids: maybe(array(text)),
  deleted_word_ids: maybe(array(text)),
  split_word_ids: maybe(array(text)),
  words: maybe(array(editedWord)),
  merged_word_id: maybe(text),
  message: maybe(text),
});

export const retimedWord = model<RetimedWord>({
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

export const retimeWordsResult = model<RetimeWordsResult>({
  success: maybe(flag),
  updates: maybe(array(retimedWord)),
  affected_caption_ids: maybe(array(text)),
  words: maybe(array(editedWord)),
  message: maybe(text),
});
