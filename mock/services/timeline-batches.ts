import type { BatchFailure, TimelineTrim } from '../../src/contract/timeline-batch.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { assumptions } from '../assumptions.ts';
import type { ProjectState, TimelineItemState, WordState } from '../state/types.ts';
import { findItem, firstFreeLayer, normalizeCaptions } from '../state/workspace.ts';
import { divideSpan, type Span } from '../words/timing.ts';
import { type Context, toSeconds, toUnits } from './context.ts';
import type { Service } from './service.ts';

export const batchMove: Service<'timeline.batchMove'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { done, failed } = eachItem(body.items, project, (item, { new_start_seconds }) => {
    const reason = whyNoStart(new_start_seconds);
    if (reason) return failure(item.id, { new_start_seconds: reason });
    return moveItem(project, item, toUnits(new_start_seconds, context), context);
  });
  normalizeCaptions(project);
  project.updatedAt = context.now;
  return {
    success: failed.length === 0,
    repositioned_count: done.length,
    failed_count: failed.length,
    items: done,
    failed_items: failed,
    message: countMessage('moved', done.length, failed.length),
  };
};

export const batchTrim: Service<'timeline.batchTrim'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const { done, failed } = eachItem(body.items, project, (item, trim) => trimItem(project, item, trim, context));
  normalizeCaptions(project);
  project.updatedAt = context.now;
  return {
    success: failed.length === 0,
    trimmed_count: done.length,
    failed_count: failed.length,
    items: done,
    failed_items: failed,
    message: countMessage('trimmed', done.length, failed.length),
  };
};

interface Outcomes<Done> {
  readonly done: Done[];
  readonly failed: DeepRequired<BatchFailure>[];
}

class ItemFailure {
  readonly report: DeepRequired<BatchFailure>;
  constructor(report: DeepRequired<BatchFailure>) {
    this.report = report;
  }
}

/** Applies a change to one item after the other; those that cannot be changed do not hold up the rest. */
function eachItem<Change extends { readonly timeline_item_id: string }, Done>(
  changes: readonly Change[],
  project: ProjectState,
  apply: (item: TimelineItemState, change: Change) => Done | ItemFailure,
): Outcomes<Done> {
  const outcomes: Outcomes<Done> = { done: [], failed: [] };
  for (const change of changes) {
    const id = change.timeline_item_id;
    const item = findItem(project, id);
    const outcome = item ? apply(item, change) : failure(id, { timeline_item_id: 'names no item of this timeline' });
    if (outcome instanceof ItemFailure) outcomes.failed.push(outcome.report);
    else outcomes.done.push(outcome);
  }
  return outcomes;
}

function failure(id: string, details: Record<string, string>): ItemFailure {
  const error = Object.entries(details)
    .map(([field, reason]) => `${field} ${reason}.`)
    .join(' ');
  return new ItemFailure({
    timeline_item_id: id,
    error,
    error_code: 'validation_error',
    retryable: false,
    error_details: details,
  });
}

function whyNoStart(seconds: number): string | undefined {
  if (!Number.isFinite(seconds)) return 'must be a finite number';
  if (seconds < 0) return 'must be 0 or more';
  const limit = assumptions.timelineHours.value * 3600;
  return seconds > limit ? `must be ${limit} or less` : undefined;
}

function moveItem(project: ProjectState, item: TimelineItemState, start: number, context: Context) {
  const previous = { start: item.start, layer: item.layer };
  const span = { start, end: start + item.end - item.start };
  item.layer = firstFreeLayer(project, span, item.layer, item);
  Object.assign(item, span);
  for (const word of captionWords(project, item)) {
    word.start += start - previous.start;
    word.end += start - previous.start;
  }
  return {
    timeline_item_id: item.id,
    previous_start_seconds: toSeconds(previous.start, context),
    new_start_seconds: toSeconds(start, context),
    previous_layer_index: previous.layer,
    new_layer_index: item.layer,
  };
}

function trimItem(project: ProjectState, item: TimelineItemState, trim: TimelineTrim, context: Context) {
  const { trim_start_seconds: fromStart = 0, trim_end_seconds: fromEnd = 0 } = trim;
  if (!(fromStart >= 0)) return failure(item.id, { trim_start_seconds: 'must be 0 or more' });
  if (!(fromEnd >= 0)) return failure(item.id, { trim_end_seconds: 'must be 0 or more' });
  const [cutStart, cutEnd] = [toUnits(fromStart, context), toUnits(fromEnd, context)];
  const end = item.end - cutStart - cutEnd;
  if (!(end > item.start)) return failure(item.id, { timeline_item_id: 'would have nothing left' });

  if (end < item.end && !squeezeWords(captionWords(project, item), { start: item.start, end })) {
    return failure(item.id, { timeline_item_id: 'would be too short for its words' });
  }
  item.end = end;
  item.trimStart += cutStart;
  item.trimEnd += cutEnd;
  return {
    timeline_item_id: item.id,
    success: true,
    trim_start_seconds: toSeconds(item.trimStart, context),
    trim_end_seconds: toSeconds(item.trimEnd, context),
    new_duration_seconds: toSeconds(item.end - item.start, context),
    error: null,
  };
}

function squeezeWords(words: readonly WordState[], span: Span): boolean {
  const spans = divideSpan(
    span,
    words.map(({ word }) => word),
  );
  words.forEach((word, index) => {
    Object.assign(word, spans?.[index]);
  });
  return spans !== undefined;
}

/** The words that an item shows; none unless it is a caption. */
function captionWords(project: ProjectState, item: TimelineItemState) {
  return item.type === 'caption' ? (project.captions.find(({ itemId }) => itemId === item.id)?.words ?? []) : [];
}

function countMessage(verb: string, done: number, failed: number): string {
  return `${done} ${done === 1 ? 'item' : 'items'} ${verb}, ${failed} failed.`;
}
