import type { EditedWord, WordEditResult } from '../../src/contract/word-edit.ts';
import { invalid } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import type { WordLocation } from '../state/captions.ts';
import type { CaptionState } from '../state/timeline-types.ts';
import type { ProjectState } from '../state/types.ts';
import { setWords } from '../state/update-item.ts';
import { divideSpan } from '../words/timing.ts';
import type { Context } from './context.ts';
import { requireWordLength, requireWords } from './input-checks.ts';
import type { Service } from './service.ts';

export const splitWord: Service<'captions.words.split'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { caption, word, index } = project.captions.requireWord(body.word_id, 'word_id');
  const texts = requireWords(body.words, 'words');
  const spans = divideSpan(word, texts);
  if (!spans)
    throw invalid(
      'words',
      `"${word.word}" is too short for ${texts.length} words: each word needs at least one time unit.`,
    );

  const newWords = spans.map((span, position) => ({
    ...word,
    ...span,
    id: context.workspace.newId(),
    word: texts[position] ?? '',
  }));
  setWords(project, caption.itemId, caption.words.toSpliced(index, 1, ...newWords));
  return finishEdit(project, caption, context, {
    deleted_word_ids: [word.id],
    split_word_ids: newWords.map(({ id }) => id),
    message: `"${word.word}" is now ${newWords.length} ${newWords.length === 1 ? 'word' : 'words'}.`,
  });
};

export const mergeWords: Service<'captions.words.merge'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const locations = body.word_ids.map((id, index) => project.captions.requireWord(id, `word_ids[${index}]`));
  const { caption, start, count } = requireAdjacent(locations);
  const words = caption.words.slice(start, start + count);
  const [first, ...rest] = words;
  if (!first) throw invalid('word_ids', 'word_ids must name at least two words.');

  const text = words.map(({ word }) => word).join(' ');
  requireWordLength(text, 'word_ids');
  const end = rest.at(-1)?.end ?? first.end;
  const emphasis = words.some((word) => word.emphasis);
  const merged = { ...first, word: text, end, emphasis };
  setWords(project, caption.itemId, caption.words.toSpliced(start, count, merged));
  return finishEdit(project, caption, context, {
    deleted_word_ids: rest.map(({ id }) => id),
    merged_word_id: first.id,
    message: `${count} words are now "${text}".`,
  });
};

/** All words of the caption of an item. */
export function editedWordViews({ captions }: ProjectState, itemId: string): DeepRequired<EditedWord>[] {
  return (captions.ofItem(itemId)?.words ?? []).map(({ id, word, start, end }, orderIndex) => ({
    id,
    word,
    order_index: orderIndex,
    start_units: start,
    end_units: end,
  }));
}

function requireAdjacent(locations: readonly WordLocation[]): { caption: CaptionState; start: number; count: number } {
  const [location] = locations;
  const indexes = new Set(locations.map(({ index }) => index));
  if (!location || locations.length < 2) throw invalid('word_ids', 'word_ids must name at least two words.');
  if (locations.some(({ caption }) => caption !== location.caption)) {
    throw invalid('word_ids', 'word_ids must name words of one caption.');
  }
  if (indexes.size < locations.length) throw invalid('word_ids', 'word_ids must not name a word twice.');
  const start = Math.min(...indexes);
  if (Math.max(...indexes) - start >= indexes.size) throw invalid('word_ids', 'word_ids must name adjacent words.');
  return { caption: location.caption, start, count: indexes.size };
}

type EditDetails = Pick<DeepRequired<WordEditResult>, 'deleted_word_ids' | 'message'> &
  Partial<Pick<DeepRequired<WordEditResult>, 'split_word_ids' | 'merged_word_id'>>;

function finishEdit(
  project: ProjectState,
  caption: CaptionState,
  { now }: Context,
  details: EditDetails,
): DeepRequired<WordEditResult> {
  project.updatedAt = now;
  return {
    success: true,
    caption_id: caption.id,
    affected_caption_ids: [caption.id],
    merged_word_id: null,
    split_word_ids: [],
    words: editedWordViews(project, caption.itemId),
    ...details,
  };
}
