import { endsSentence } from './segments.ts';

/** A word and the punctuation around it: `“nation,”` is `“` before `nation`, and `,”` after it. */
interface PunctuatedWord {
  readonly before: string;
  readonly core: string;
  readonly after: string;
}

/** Separates the punctuation at both ends of a word. A word that consists only of punctuation is its own core. */
function splitPunctuation(word: string): PunctuatedWord {
  const from = word.search(/[\p{L}\p{N}]/u);
  if (from === -1) return { before: '', core: word, after: '' };
  // The match must start at a letter or digit, so that a long run of punctuation takes linear time.
  const [fromLastLetter = ''] = /[\p{L}\p{N}][^\p{L}\p{N}]*$/u.exec(word) ?? [];
  const after = fromLastLetter.replace(/^[\p{L}\p{N}]/u, '');
  return { before: word.slice(0, from), core: word.slice(from, word.length - after.length), after };
}

/** The form of a word for comparisons. Compute it once if a word is compared with many phrases. */
export interface NormalizedWord {
  /** The word without punctuation. */
  readonly exact: string;
  readonly lowerCase: string;
  readonly endsSentence: boolean;
}

export function normalizeWord(word: string): NormalizedWord {
  const { core } = splitPunctuation(word.trim());
  return { exact: core, lowerCase: core.toLowerCase(), endsSentence: endsSentence(word) };
}

/** Copies punctuation to new words that have none: to each word if the counts match, otherwise to the first and last. */
export function transferPunctuation(oldWords: readonly string[], newWords: readonly string[]): string[] {
  const old = oldWords.map(splitPunctuation);
  const oneToOne = old.length === newWords.length;
  return newWords.map((newWord, index) => {
    const word = newWord.trim();
    const { before, after } = splitPunctuation(word);
    const first = oneToOne ? old[index] : index === 0 ? old[0] : undefined;
    const last = oneToOne ? old[index] : index === newWords.length - 1 ? old.at(-1) : undefined;
    return `${before === '' ? (first?.before ?? '') : ''}${word}${after === '' ? (last?.after ?? '') : ''}`;
  });
}
