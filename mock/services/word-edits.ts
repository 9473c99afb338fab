import type { EditedWord, WordEditResult, WordRetiming } from '../../src/contract/caption.ts';
import type { Complete } from '../complete.ts';
import { type Context, toSeconds, toUnits } from '../context.ts';
import { invalid } from '../problem.ts';
import type { CaptionState, ProjectState } from '../state.ts';
import { overlaps, type Span, shareTime } from '../words/timing.ts';
import { findItem, projectLength, settleCaptions, type WordPlace, wordFinder } from '../workspace.ts';
import type { Service } from './service.ts';

export const splitWord: Service<'captions.words.split'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { caption, word, index } = wordFinder(project)(body.word_id, 'word_id');
  const texts = body.words.map((text, at) => requireText(text, `words[${at}]`));
  if (texts.length === 0) throw invalid('words', 'words must hold at least one word.');
  const spans = shareTime(word, texts);
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
  const find = wordFinder(project);
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

export const retimeWords: Service<'captions.words.retime'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const find = wordFinder(project);
  const limit = projectLength(project);
  const updates = body.updates.map((update, at) => ({
    ...find(update.word_id, `updates[${at}].word_id`),
    param: `updates[${at}]`,
    span: requireSpan(update, `updates[${at}]`, limit, context),
  }));
  const spans = new Map(updates.map(({ word, span }) => [word.id, span]));
  if (spans.size < updates.length) throw invalid('updates', 'updates names a word twice.');
  const retimed = new Map(
    updates.map(({ caption, param }) => [caption.itemId, { param, ...spanAfter(caption, spans) }]),
  );
  for (const update of updates) requireRoomForWord(update, spans);
  for (const itemId of retimed.keys()) requireRoomForCaption(project, itemId, retimed);

  const changes = updates.map(({ word, caption, span }) => retimingView(word.id, caption.id, word, span, context));
  for (const { word, span } of updates) Object.assign(word, span);
  settleCaptions(project);
  project.updatedAt = context.now;
  const affected = [...new Set(updates.map(({ caption }) => caption))];
  return {
    success: true,
    updates: changes,
    affected_caption_ids: affected.map(({ id }) => id),
    words: affected.flatMap(editedWords),
    message: `${updates.length} ${updates.length === 1 ? 'word is' : 'words are'} retimed.`,
  };
};

function requireText(text: string, param: string): string {
  if (text.trim() === '') throw invalid(param, `${param} must not be blank.`);
  return text.trim();
}

function requireNeighbours(places: readonly WordPlace[]): { caption: CaptionState; first: number; count: number } {
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

function requireSpan(update: WordRetiming, param: string, limit: number, context: Context): Span {
  const span = { start: toUnits(update.start_seconds, context), end: toUnits(update.end_seconds, context) };
  if (update.start_seconds < 0) throw invalid(`${param}.start_seconds`, `${param}.start_seconds must be 0 or more.`);
  if (span.end <= span.start) throw invalid(`${param}.end_seconds`, `${param}.end_seconds must be after the start.`);
  if (span.end <= limit) return span;
  const seconds = toSeconds(limit, context);
  throw invalid(`${param}.end_seconds`, `${param}.end_seconds must be within the project, ${seconds} or less.`);
}

interface Update extends WordPlace {
  readonly param: string;
  readonly span: Span;
}

/** A caption's item as a retiming leaves it, and the field that asks for it. */
interface RetimedItem extends Span {
  readonly param: string;
}

/** Refuses a retiming that would run into a neighbour in its caption. */
function requireRoomForWord({ caption, index, span, param }: Update, spans: ReadonlyMap<string, Span>): void {
  const before = caption.words[index - 1];
  const after = caption.words[index + 1];
  if (before && (spans.get(before.id) ?? before).end > span.start) {
    throw invalid(`${param}.start_seconds`, `${param}.start_seconds runs into the word before, "${before.word}".`);
  }
  if (after && (spans.get(after.id) ?? after).start < span.end) {
    throw invalid(`${param}.end_seconds`, `${param}.end_seconds runs into the word after, "${after.word}".`);
  }
}

/** Refuses a retiming whose caption would run into another item of its layer. */
function requireRoomForCaption(project: ProjectState, itemId: string, retimed: ReadonlyMap<string, RetimedItem>): void {
  const own = findItem(project, itemId);
  const after = retimed.get(itemId);
  if (!own || !after) return;
  const other = project.items.find(
    (item) => item !== own && item.layer === own.layer && overlaps(retimed.get(item.id) ?? item, after),
  );
  if (other) throw invalid(after.param, `${after.param} runs into the timeline item "${other.label}".`);
}

function spanAfter({ words }: CaptionState, spans: ReadonlyMap<string, Span>): Span {
  const [first, last] = [words[0], words.at(-1)].map((word) => word && (spans.get(word.id) ?? word));
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}

function retimingView(wordId: string, captionId: string, before: Span, after: Span, context: Context) {
  return {
    word_id: wordId,
    caption_id: captionId,
    old_start_units: before.start,
    old_end_units: before.end,
    new_start_units: after.start,
    new_end_units: after.end,
    old_start_seconds: toSeconds(before.start, context),
    old_end_seconds: toSeconds(before.end, context),
    new_start_seconds: toSeconds(after.start, context),
    new_end_seconds: toSeconds(after.end, context),
  };
}

type EditDetails = Pick<Complete<WordEditResult>, 'deleted_word_ids' | 'message'> &
  Partial<Pick<Complete<WordEditResult>, 'split_word_ids' | 'merged_word_id'>>;

function edited(
  project: ProjectState,
  caption: CaptionState,
  { now }: Context,
  details: EditDetails,
): Complete<WordEditResult> {
  settleCaptions(project);
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

function editedWords(caption: CaptionState): Complete<EditedWord>[] {
  return caption.words.map(({ id, word, start, end }, orderIndex) => ({
    id,
    word,
    order_index: orderIndex,
    start_units: start,
    end_units: end,
  }));
}
