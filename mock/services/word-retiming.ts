import type { WordRetiming } from '../../src/contract/word-edit.ts';
import { invalid } from '../api/http-error.ts';
import type { CaptionState, ProjectState } from '../state/types.ts';
import { findItem, indexWords, normalizeCaptions, projectLength, type WordLocation } from '../state/workspace.ts';
import { overlaps, type Span } from '../words/timing.ts';
import { type Context, toSeconds, toUnits } from './context.ts';
import type { Service } from './service.ts';
import { editedWordViews } from './word-edits.ts';

export const retimeWords: Service<'captions.words.retime'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const findWord = indexWords(project);
  const projectEnd = projectLength(project);
  const updates = body.updates.map((update, index) => ({
    ...findWord(update.word_id, `updates[${index}].word_id`),
    param: `updates[${index}]`,
    span: requireSpan(update, `updates[${index}]`, projectEnd, context),
  }));
  const spans = new Map(updates.map(({ word, span }) => [word.id, span]));
  if (spans.size < updates.length) throw invalid('updates', 'updates must not name a word twice.');
  const captionUpdates = new Map(
    updates.map(({ caption, param }) => [caption.itemId, { param, ...retimedSpan(caption, spans) }]),
  );
  for (const update of updates) requireNoWordOverlap(update, spans);
  for (const itemId of captionUpdates.keys()) requireNoItemOverlap(project, itemId, captionUpdates);

  // Before the words change: the views contain their old times, too.
  const views = updates.map((update) => updateView(update, context));
  for (const { word, span } of updates) Object.assign(word, span);
  normalizeCaptions(project);
  project.updatedAt = context.now;
  const affected = [...new Set(updates.map(({ caption }) => caption))];
  return {
    success: true,
    updates: views,
    affected_caption_ids: affected.map(({ id }) => id),
    words: affected.flatMap(editedWordViews),
    message: `${updates.length} ${updates.length === 1 ? 'word is' : 'words are'} retimed.`,
  };
};

function requireSpan(update: WordRetiming, param: string, projectEnd: number, context: Context): Span {
  const span = { start: toUnits(update.start_seconds, context), end: toUnits(update.end_seconds, context) };
  if (update.start_seconds < 0) throw invalid(`${param}.start_seconds`, `${param}.start_seconds must be 0 or more.`);
  if (span.end <= span.start)
    throw invalid(
      `${param}.end_seconds`,
      `${param}.end_seconds must be at least one unit of time after start_seconds.`,
    );
  if (span.end <= projectEnd) return span;
  const seconds = toSeconds(projectEnd, context);
  throw invalid(`${param}.end_seconds`, `${param}.end_seconds must be within the project, ${seconds} or less.`);
}

interface WordUpdate extends WordLocation {
  readonly param: string;
  readonly span: Span;
}

/** The new span of a caption's item. */
interface CaptionUpdate extends Span {
  readonly param: string;
}

function requireNoWordOverlap({ caption, index, span, param }: WordUpdate, spans: ReadonlyMap<string, Span>): void {
  const previous = caption.words[index - 1];
  const next = caption.words[index + 1];
  if (previous && (spans.get(previous.id) ?? previous).end > span.start) {
    throw invalid(`${param}.start_seconds`, `${param}.start_seconds must not be before the end of "${previous.word}".`);
  }
  if (next && (spans.get(next.id) ?? next).start < span.end) {
    throw invalid(`${param}.end_seconds`, `${param}.end_seconds must not be after the start of "${next.word}".`);
  }
}

function requireNoItemOverlap(
  project: ProjectState,
  itemId: string,
  updates: ReadonlyMap<string, CaptionUpdate>,
): void {
  const item = findItem(project, itemId);
  const update = updates.get(itemId);
  if (!item || !update) return;
  const other = project.items.find(
    (candidate) =>
      candidate !== item && candidate.layer === item.layer && overlaps(updates.get(candidate.id) ?? candidate, update),
  );
  if (other) throw invalid(update.param, `${update.param} would overlap the timeline item "${other.label}".`);
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
