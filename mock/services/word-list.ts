import type { CaptionState, ProjectState, WordState } from '../state/types.ts';

/** A word, and where it stands. */
export interface PlacedWord {
  readonly word: WordState;
  readonly caption: CaptionState;
  /** Within its caption. */
  readonly orderIndex: number;
  /** Within the project. */
  readonly sequenceIndex: number;
}

/** Some words of a project, in order. */
export interface WordList {
  readonly words: readonly PlacedWord[];
  readonly emphasisCount: number;
}

// By the list of captions, which `normalizeCaptions` renews after every change of words: no entry outlives what it lists.
const lists = new WeakMap<readonly CaptionState[], WordList>();

/** All words of a project; listed once for as long as they stay as they are, so that a page of many costs no more than one of few. */
export function wordsOf({ captions }: ProjectState): WordList {
  const known = lists.get(captions);
  if (known) return known;

  let sequenceIndex = 0;
  const place = (caption: CaptionState) =>
    caption.words.map((word, orderIndex) => ({ word, caption, orderIndex, sequenceIndex: sequenceIndex++ }));
  const list = wordList(captions.flatMap(place));
  lists.set(captions, list);
  return list;
}

export function wordList(words: readonly PlacedWord[]): WordList {
  return { words, emphasisCount: words.filter(({ word }) => word.emphasis).length };
}
