import type { WordRetiming } from '../../src/contract/word-edit.ts';
import { invalid } from '../api/http-error.ts';
import type { CaptionState, ProjectState } from '../state/types.ts';
import { findItem, indexWords, normalizeCaptions, projectLength, type WordLocation } from '../state/workspace.ts';
import { overlaps, type Span } from '../words/timing.ts';
import { type Context, toSeconds, toUnits } from './context.ts';
import type { Service } from './service.ts';
import { editedWords } from './word-edits.ts';

export const retimeWords: Service<'captions.words.retime'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const find = indexWords(project);
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
  normalizeCaptions(project);
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

function requireSpan(update: WordRetiming, param: string, limit: number, context: Context): Span {
  const span = { start: toUnits(update.start_seconds, context), end: toUnits(update.end_seconds, context) };
  if (update.start_seconds < 0) throw invalid(`${param}.start_seconds`, `${param}.start_seconds must be 0 or more.`);
  if (span.end <= span.start) throw invalid(`${param}.end_seconds`, `${param}.end_seconds must be after the start.`);
  if (span.end <= limit) return span;
  const seconds = toSeconds(limit, context);
  throw invalid(`${param}.end_seconds`, `${param}.end_seconds must be within the project, ${seconds} or less.`);
}

interface Update extends WordLocation {
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
