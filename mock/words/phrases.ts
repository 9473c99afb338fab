import type { PhraseReplacement } from '../../src/contract/transcript.ts';

/** A word taken apart: `“nation,”` is `“`, `nation`, `,”`. */
interface BareWord {
  readonly before: string;
  readonly core: string;
  readonly after: string;
}

/** Takes the punctuation off a word's ends; a word of nothing else is its own core. */
function bareWord(word: string): BareWord {
  const from = word.search(/[\p{L}\p{N}]/u);
  if (from === -1) return { before: '', core: word, after: '' };
  // Only a letter can begin this match, so that a long run of punctuation costs one pass.
  const [lastLetterOn = ''] = /[\p{L}\p{N}][^\p{L}\p{N}]*$/u.exec(word) ?? [];
  const after = lastLetterOn.replace(/^[\p{L}\p{N}]/u, '');
  return { before: word.slice(0, from), core: word.slice(from, word.length - after.length), after };
}

/** Where a phrase occurs in a run of words, left to right, none overlapping another; punctuation aside. */
export function findPhrase(words: readonly string[], phrase: PhraseReplacement): number[] {
  const normal = (word: string) => {
    const { core } = bareWord(word.trim());
    return phrase.match_case === true ? core : core.toLowerCase();
  };
  const sought = phrase.from_words.map(normal);
  const present = words.map(normal);
  const found: number[] = [];
  for (let at = 0; at + sought.length <= present.length; ) {
    const matches = sought.every((word, index) => present[at + index] === word);
    if (matches) found.push(at);
    at += matches ? sought.length : 1;
  }
  return found;
}

/**
 * The words that take the place of others, with the punctuation of those at the ends; where the counts are equal,
 * with that of each. A new word that brings its own punctuation keeps it.
 */
export function withPunctuation(oldWords: readonly string[], newWords: readonly string[]): string[] {
  const old = oldWords.map(bareWord);
  const oneToOne = old.length === newWords.length;
  return newWords.map((newWord, index) => {
    const word = newWord.trim();
    const { before, after } = bareWord(word);
    const first = oneToOne ? old[index] : index === 0 ? old[0] : undefined;
    const last = oneToOne ? old[index] : index === newWords.length - 1 ? old.at(-1) : undefined;
    return `${before === '' ? (first?.before ?? '') : ''}${word}${after === '' ? (last?.after ?? '') : ''}`;
  });
}
