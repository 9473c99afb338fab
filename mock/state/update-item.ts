import { captionSpan, captionText } from './captions.ts';
import type { TimelineItemState, WordState } from './timeline-types.ts';
import type { ProjectState } from './types.ts';

/** Gives the caption of an item other words; without any, both are removed. */
export function setWords(project: ProjectState, itemId: string, words: readonly WordState[]): void {
  const item = project.items.get(itemId);
  if (item) updateItem(project, item, words);
}

/**
 * Replaces the item with this id, and the words of its caption if it has one. Then the item's span and label follow from
 * the words; without any, item and caption are removed.
 */
export function updateItem(
  { items, captions }: ProjectState,
  item: TimelineItemState,
  words: readonly WordState[],
): void {
  const caption = captions.ofItem(item.id);
  if (!caption) {
    items.put(item);
  } else if (words.length === 0) {
    items.delete(item.id);
    captions.delete(item.id);
  } else {
    items.put({ ...item, ...captionSpan({ words }), label: captionText({ words }) });
    captions.put({ ...caption, words }, item.layer);
  }
}
