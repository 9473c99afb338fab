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

type Passes = (word: WordState) => boolean;

/** The words of a project from an offset on, in order. */
export function* wordsFrom(captions: Captions, offset: number): Generator<ListedWord> {
  for (const [caption, wordsBefore] of captions.fromWord(offset)) {
    for (const listed of wordsOf(caption, wordsBefore)) if (listed.sequenceIndex >= offset) yield listed;
  }
}

/** All words of a project that pass, in order. */
export function allWords(captions: Captions, passes: Passes): ListedWord[] {
  return [...captions.fromWord(0)].flatMap(([caption, wordsBefore]) => wordsOf(caption, wordsBefore, passes));
}

/** The words of the caption of an item that pass, in order; none if the item has no caption. */
export function wordsOfItem(captions: Captions, itemId: string, passes: Passes): ListedWord[] {
  const caption = captions.ofItem(itemId);
  return caption ? wordsOf(caption, captions.wordsBefore(caption), passes) : [];
}

function wordsOf(caption: CaptionState, wordsBefore: number, passes: Passes = () => true): ListedWord[] {
  const words: ListedWord[] = [];
  caption.words.forEach((word, orderIndex) => {
    if (passes(word)) words.push({ word, caption, orderIndex, sequenceIndex: wordsBefore + orderIndex });
  });
  return words;
}
