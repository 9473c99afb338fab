import type { EditedWord, WordEditResult, WordRetiming } from '../../src/contract/word-edit.ts';
import { invalidParam } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import type { CaptionState, WordLocation } from '../state/captions.ts';
import { Items } from '../state/items.ts';
import type { ProjectState } from '../state/types.ts';
import type { Span } from '../words/timing.ts';
import { type Context, type Service, toSeconds, toUnits } from './context.ts';
import { divideTime, requireWordLength, requireWords } from './input-checks.ts';
import { setWords } from './timeline.ts';

export const splitWord: Service<'captions.words.split'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { caption, word, index } = project.captions.requireWord(body.word_id, 'word_id');
  const texts = requireWords(body.words, 'words').map((text) => ({ ...word, word: text }));
  const timed = divideTime(word.word, word, texts, 'words');
  const newWords = timed.map((each) => ({ ...each, id: context.workspace.newId() }));
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
  if (!first) throw invalidParam('word_ids', 'must name at least two words');

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

export const retimeWords: Service<'captions.words.retime'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const updates = body.updates.map((update, index) => ({
    ...project.captions.requireWord(update.word_id, `updates[${index}].word_id`),
    param: `updates[${index}]`,
    span: requireSpan(update, `updates[${index}]`, project.items.end, context),
  }));
  const spans = new Map(updates.map(({ word, span }) => [word.id, span]));
  if (spans.size < updates.length) throw invalidParam('updates', 'must not name a word twice');
  const captionUpdates = new Map(
    updates.map(({ caption, param }) => [caption.itemId, { param, ...retimedSpan(caption, spans) }]),
  );
  for (const update of updates) requireNoWordOverlap(update, spans);
  requireNoItemOverlap(project.items, captionUpdates);

  const affected = [...new Set(updates.map(({ caption }) => caption))];
  for (const { itemId, words } of affected) {
    setWords(
      project,
      itemId,
      words.map((word) => ({ ...word, ...spans.get(word.id) })),
    );
  }
  project.updatedAt = context.now;
  return {
    success: true,
    updates: updates.map((update) => updateView(update, context)),
    affected_caption_ids: affected.map(({ id }) => id),
    words: affected.flatMap(({ itemId }) => editedWordViews(project, itemId)),
    message: `${updates.length} ${updates.length === 1 ? 'word is' : 'words are'} retimed.`,
  };
};

function editedWordViews({ captions }: ProjectState, itemId: string): DeepRequired<EditedWord>[] {
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
  if (!location || locations.length < 2) throw invalidParam('word_ids', 'must name at least two words');
  if (locations.some(({ caption }) => caption !== location.caption)) {
    throw invalidParam('word_ids', 'must name words of one caption');
  }
  if (indexes.size < locations.length) throw invalidParam('word_ids', 'must not name a word twice');
  const start = Math.min(...indexes);
  if (Math.max(...indexes) - start >= indexes.size) throw invalidParam('word_ids', 'must name adjacent words');
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

function requireSpan(update: WordRetiming, param: string, projectEnd: number, context: Context): Span {
  const span = { start: toUnits(update.start_seconds, context), end: toUnits(update.end_seconds, context) };
  if (update.start_seconds < 0) throw invalidParam(`${param}.start_seconds`, 'must be 0 or more');
  if (span.end <= span.start)
    throw invalidParam(`${param}.end_seconds`, 'must be at least one unit of time after start_seconds');
  if (span.end <= projectEnd) return span;
  const seconds = toSeconds(projectEnd, context);
  throw invalidParam(`${param}.end_seconds`, `must be within the project, ${seconds} or less`);
}

interface WordUpdate extends WordLocation {
  readonly param: string;
  readonly span: Span;
}

/** The new span of a caption's item, and the parameter that caused the change. */
interface CaptionUpdate extends Span {
  readonly param: string;
}

function requireNoWordOverlap({ caption, index, span, param }: WordUpdate, spans: ReadonlyMap<string, Span>): void {
  const previous = caption.words[index - 1];
  const next = caption.words[index + 1];
  if (previous && (spans.get(previous.id) ?? previous).end > span.start) {
    throw invalidParam(`${param}.start_seconds`, `must not be before the end of "${previous.word}"`);
  }
  if (next && (spans.get(next.id) ?? next).start < span.end) {
    throw invalidParam(`${param}.end_seconds`, `must not be after the start of "${next.word}"`);
  }
}

function requireNoItemOverlap(items: Items, updates: ReadonlyMap<string, CaptionUpdate>): void {
  const retimed = new Items([...updates].map(([itemId, { start, end }]) => ({ ...items.require(itemId), start, end })));
  for (const [itemId, { param }] of updates) {
    const item = retimed.require(itemId);
    const unchanged = items.overlapping(item).filter(({ id }) => !updates.has(id));
    const others = [...unchanged, ...retimed.overlapping(item)].filter(({ id }) => id !== itemId);
    const other = others.find(({ layer }) => layer === item.layer);
    if (other) throw invalidParam(param, `would overlap the timeline item "${other.label}"`);
  }
}

function retimedSpan({ words }: CaptionState, spans: ReadonlyMap<string, Span>): Span {
  const [first, last] = [words[0], words.at(-1)].map((word) => word && (spans.get(word.id) ?? word));
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}

function updateView({ word, caption, span }: WordUpdate, context: Context) {
  return {
    word_id: word.id,
    caption_id: caption.id,
    old_start_units: word.start,
    old_end_units: word.end,
    new_start_units: span.start,
    new_end_units: span.end,
    old_start_seconds: toSeconds(word.start, context),
    old_end_seconds: toSeconds(word.end, context),
    new_start_seconds: toSeconds(span.start, context),
    new_end_seconds: toSeconds(span.end, context),
  };
}
