import type { BatchFailure, TimelineTrim } from '../../src/contract/timeline-batch.ts';
import { assumptions } from '../assumptions.ts';
import { invalidParam } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import type { WordState } from '../state/captions.ts';
import type { TimelineItemState } from '../state/items.ts';
import type { ProjectState } from '../state/types.ts';
import { divideSpan } from '../words/timing.ts';
import { type Context, type Service, toSeconds, toUnits } from './context.ts';
import { updateItem } from './timeline.ts';

export const batchMove: Service<'timeline.batchMove'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { items, ...outcome } = applyToItems('moved', body.items, project, context, (item, { new_start_seconds }) => {
    const problem = startProblem(new_start_seconds);
    if (problem) return new ItemFailure(item.id, { new_start_seconds: problem });
    return moveItem(project, item, toUnits(new_start_seconds, context), context);
  });
  return { ...outcome, repositioned_count: items.length, items };
};

export const batchTrim: Service<'timeline.batchTrim'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { items, ...outcome } = applyToItems('trimmed', body.items, project, context, (item, trim) =>
    trimItem(project, item, trim, context),
  );
  return { ...outcome, trimmed_count: items.length, items };
};

class ItemFailure {
  readonly report: DeepRequired<BatchFailure>;

  /** @param details What is wrong, by field. */
  constructor(itemId: string, details: Record<string, string>) {
    const sentences = Object.entries(details).map(([field, problem]) => `${field} ${problem}.`);
    this.report = {
      timeline_item_id: itemId,
      error: sentences.join(' '),
      error_code: 'validation_error',
      retryable: false,
      error_details: details,
    };
  }
}

/** Applies each change to its item. An item that cannot be changed does not stop the others. */
function applyToItems<Change extends { readonly timeline_item_id: string }, Success>(
  verb: string,
  changes: readonly Change[],
  project: ProjectState,
  { now }: Context,
  apply: (item: TimelineItemState, change: Change) => Success | ItemFailure,
) {
  requireFewWords(changes, project);
  const items: Success[] = [];
  const failed: DeepRequired<BatchFailure>[] = [];
  for (const change of changes) {
    const item = project.items.get(change.timeline_item_id);
    const result = item ? apply(item, change) : unknownItem(change.timeline_item_id, project);
    if (result instanceof ItemFailure) failed.push(result.report);
    else items.push(result);
  }
  project.updatedAt = now;
  const message = `${items.length} ${items.length === 1 ? 'item' : 'items'} ${verb}, ${failed.length} failed.`;
  return { success: failed.length === 0, failed_count: failed.length, items, failed_items: failed, message };
}

/** Limits the words of a batch: each change to a caption rewrites all words of the caption, which blocks the mock. */
function requireFewWords(changes: readonly { readonly timeline_item_id: string }[], project: ProjectState): void {
  const most = assumptions.batchWords.value;
  let words = 0;
  for (const { timeline_item_id: id } of changes) {
    const caption = project.captions.ofItem(id);
    // The label of a caption's item is the caption's text.
    const characters = caption ? (project.items.get(id)?.label.length ?? 0) : 0;
    words += Math.max(caption?.words.length ?? 0, characters / CHARACTERS_OF_A_WORD);
  }
  if (words <= most) return;
  throw invalidParam('items', `names captions with more than ${most} words in total: change fewer captions at a time`);
}

const CHARACTERS_OF_A_WORD = 20;

function unknownItem(id: string, project: ProjectState): ItemFailure {
  const itemId = project.captions.itemIdOf(id);
  const hint = itemId ? `: it is a caption_id, and the timeline_item_id of that caption is ${itemId}` : '';
  return new ItemFailure(id, { timeline_item_id: `is not the id of an item of this timeline${hint}` });
}

function startProblem(seconds: number): string | undefined {
  if (!Number.isFinite(seconds)) return 'must be a finite number';
  if (seconds < 0) return 'must be 0 or more';
  const limit = assumptions.timelineHours.value * 3600;
  return seconds > limit ? `must be ${limit} or less` : undefined;
}

function moveItem(project: ProjectState, item: TimelineItemState, start: number, context: Context) {
  const shift = start - item.start;
  const span = { start, end: item.end + shift };
  const layer = project.items.firstFreeLayer(span, item.layer, item);
  const words = captionWords(project, item).map((word) => ({
    ...word,
    start: word.start + shift,
    end: word.end + shift,
  }));
  updateItem(project, { ...item, ...span, layer }, words);
  return {
    timeline_item_id: item.id,
    previous_start_seconds: toSeconds(item.start, context),
    new_start_seconds: toSeconds(start, context),
    previous_layer_index: item.layer,
    new_layer_index: layer,
  };
}

function trimItem(project: ProjectState, item: TimelineItemState, trim: TimelineTrim, context: Context) {
  const { trim_start_seconds: startSeconds = 0, trim_end_seconds: endSeconds = 0 } = trim;
  if (!(startSeconds >= 0)) return new ItemFailure(item.id, { trim_start_seconds: 'must be 0 or more' });
  if (!(endSeconds >= 0)) return new ItemFailure(item.id, { trim_end_seconds: 'must be 0 or more' });
  const [startUnits, endUnits] = [toUnits(startSeconds, context), toUnits(endSeconds, context)];
  const end = item.end - startUnits - endUnits;
  if (!(end > item.start)) {
    return new ItemFailure(item.id, { timeline_item_id: 'names an item that the trim would leave empty' });
  }

  const words = captionWords(project, item);
  const fitted = end < item.end ? divideSpan({ start: item.start, end }, words) : words;
  if (!fitted) {
    return new ItemFailure(item.id, {
      timeline_item_id: 'names a caption that the trim would make too short for its words',
    });
  }
  const trimmed = { ...item, end, trimStart: item.trimStart + startUnits, trimEnd: item.trimEnd + endUnits };
  updateItem(project, trimmed, fitted);
  return {
    timeline_item_id: item.id,
    success: true,
    trim_start_seconds: toSeconds(trimmed.trimStart, context),
    trim_end_seconds: toSeconds(trimmed.trimEnd, context),
    new_duration_seconds: toSeconds(trimmed.end - trimmed.start, context),
    error: null,
  };
}

function captionWords({ captions }: ProjectState, item: TimelineItemState): readonly WordState[] {
  return captions.ofItem(item.id)?.words ?? [];
}
