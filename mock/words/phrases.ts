import type { PhraseReplacement } from '../../src/contract/transcript.ts';
import { endsSentence } from './segments.ts';

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

/** A word as phrases are compared, kept with the word: many phrases are sought among many words. */
export interface WordForm {
  /** Without punctuation. */
  readonly exact: string;
  /** The same in lower case. */
  readonly folded: string;
  readonly endsSentence: boolean;
}

export function formOf(word: string): WordForm {
  const { core } = bareWord(word.trim());
  return { exact: core, folded: core.toLowerCase(), endsSentence: endsSentence(word) };
}

/** Where a phrase occurs within a sentence, left to right, none overlapping another. */
export function findPhrase(words: readonly { readonly form: WordForm }[], phrase: PhraseReplacement): number[] {
  const spelling = phrase.match_case === true ? 'exact' : 'folded';
  const sought = phrase.from_words.map((word) => formOf(word)[spelling]);
  const isAt = (at: number) =>
    sought.every((word, index) => {
      const crosses = index > 0 && words[at + index - 1]?.form.endsSentence === true;
      return !crosses && words[at + index]?.form[spelling] === word;
    });
  const found: number[] = [];
  for (let at = 0; at + sought.length <= words.length; ) {
    const matches = isAt(at);
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
