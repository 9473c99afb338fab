import type { EditedWord, WordEditResult } from '../../src/contract/word-edit.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { invalid } from '../api/http-error.ts';
import type { CaptionState, ProjectState } from '../state/types.ts';
import { indexWords, normalizeCaptions, type WordLocation } from '../state/workspace.ts';
import { divideSpan } from '../words/timing.ts';
import type { Context } from './context.ts';
import type { Service } from './service.ts';

export const splitWord: Service<'captions.words.split'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { caption, word, index } = indexWords(project)(body.word_id, 'word_id');
  const texts = body.words.map((text, at) => requireText(text, `words[${at}]`));
  if (texts.length === 0) throw invalid('words', 'words must hold at least one word.');
  const spans = divideSpan(word, texts);
  if (!spans) throw invalid('words', `words holds more words than "${word.word}" has units of time.`);

  const fresh = spans.map((span, at) => ({ ...word, ...span, id: context.workspace.newId(), word: texts[at] ?? '' }));
  caption.words.splice(index, 1, ...fresh);
  return edited(project, caption, context, {
    deleted_word_ids: [word.id],
    split_word_ids: fresh.map(({ id }) => id),
    message: `"${word.word}" is now ${fresh.length} ${fresh.length === 1 ? 'word' : 'words'}.`,
  });
};

export const mergeWords: Service<'captions.words.merge'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const find = indexWords(project);
  const places = body.word_ids.map((id, at) => find(id, `word_ids[${at}]`));
  const { caption, first, count } = requireNeighbours(places);
  const words = caption.words.slice(first, first + count);
  const [survivor, ...rest] = words;
  if (!survivor) throw invalid('word_ids', 'word_ids must name at least two words.');

  const text = words.map(({ word }) => word).join(' ');
  const end = rest.at(-1)?.end ?? survivor.end;
  const emphasis = words.some((word) => word.emphasis);
  caption.words.splice(first, count, { ...survivor, word: text, end, emphasis });
  return edited(project, caption, context, {
    deleted_word_ids: rest.map(({ id }) => id),
    merged_word_id: survivor.id,
    message: `${count} words are now "${text}".`,
  });
};

/** A caption's words as the answer of an edit lists them. */
export function editedWords(caption: CaptionState): DeepRequired<EditedWord>[] {
  return caption.words.map(({ id, word, start, end }, orderIndex) => ({
    id,
    word,
    order_index: orderIndex,
    start_units: start,
    end_units: end,
  }));
}

function requireText(text: string, param: string): string {
  if (text.trim() === '') throw invalid(param, `${param} must not be blank.`);
  return text.trim();
}

function requireNeighbours(places: readonly WordLocation[]): { caption: CaptionState; first: number; count: number } {
  const [place] = places;
  const indexes = new Set(places.map(({ index }) => index));
  if (!place || places.length < 2) throw invalid('word_ids', 'word_ids must name at least two words.');
  if (places.some(({ caption }) => caption !== place.caption)) {
    throw invalid('word_ids', 'word_ids must name words of one caption.');
  }
  if (indexes.size < places.length) throw invalid('word_ids', 'word_ids names a word twice.');
  const first = Math.min(...indexes);
  if (Math.max(...indexes) - first >= indexes.size) {
    throw invalid('word_ids', 'word_ids must name words that stand side by side.');
  }
  return { caption: place.caption, first, count: indexes.size };
}

type EditDetails = Pick<DeepRequired<WordEditResult>, 'deleted_word_ids' | 'message'> &
  Partial<Pick<DeepRequired<WordEditResult>, 'split_word_ids' | 'merged_word_id'>>;

function edited(
  project: ProjectState,
  caption: CaptionState,
  { now }: Context,
  details: EditDetails,
): DeepRequired<WordEditResult> {
  normalizeCaptions(project);
  project.updatedAt = now;
  return {
    success: true,
    caption_id: caption.id,
    affected_caption_ids: [caption.id],
    merged_word_id: null,
    split_word_ids: [],
    words: editedWords(caption),
    ...details,
  };
}
