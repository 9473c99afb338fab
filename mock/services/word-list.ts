import type { Captions } from '../state/captions.ts';
import type { CaptionState, WordState } from '../state/timeline-types.ts';

export interface ListedWord {
  readonly word: WordState;
  readonly caption: CaptionState;
  /** In its caption. */
  readonly orderIndex: number;
  /** In the project. */
  readonly sequenceIndex: number;
}

/** The words of a project from an offset on, in order. */
export function* wordsFrom(captions: Captions, offset: number): Generator<ListedWord> {
  for (const [caption, wordsBefore] of captions.fromWord(offset)) {
    for (const listed of wordsOf(caption, wordsBefore)) if (listed.sequenceIndex >= offset) yield listed;
  }
}

/** The words of the caption of an item, in order; none if the item has no caption. */
export function wordsOfItem(captions: Captions, itemId: string): ListedWord[] {
  const caption = captions.ofItem(itemId);
  return caption ? wordsOf(caption, captions.wordsBefore(caption)) : [];
}

function wordsOf(caption: CaptionState, wordsBefore: number): ListedWord[] {
  return caption.words.map((word, orderIndex) => ({
    word,
    caption,
    orderIndex,
    sequenceIndex: wordsBefore + orderIndex,
  }));
}
