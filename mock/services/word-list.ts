import type { CaptionState, ProjectState, WordState } from '../state/types.ts';

export interface ListedWord {
  readonly word: WordState;
  readonly caption: CaptionState;
  /** In its caption. */
  readonly orderIndex: number;
  /** In the project. */
  readonly sequenceIndex: number;
}

/** All or some words of a project, in order. */
export interface WordList {
  readonly words: readonly ListedWord[];
  readonly emphasisCount: number;
}

// Keyed by the array of captions: `normalizeCaptions` makes a new one after every change of words, so no entry is stale.
const lists = new WeakMap<readonly CaptionState[], WordList>();

/** All words of a project. Cached until the words change, so that a page does not cost the whole list each time. */
export function listProjectWords({ captions }: ProjectState): WordList {
  const cached = lists.get(captions);
  if (cached) return cached;

  let sequenceIndex = 0;
  const listWords = (caption: CaptionState) =>
    caption.words.map((word, orderIndex) => ({ word, caption, orderIndex, sequenceIndex: sequenceIndex++ }));
  const list = createWordList(captions.flatMap(listWords));
  lists.set(captions, list);
  return list;
}

export function createWordList(words: readonly ListedWord[]): WordList {
  return { words, emphasisCount: words.filter(({ word }) => word.emphasis).length };
}
