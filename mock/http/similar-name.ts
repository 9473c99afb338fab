import { editDistance } from '../../src/core/options/checks.ts';

/** A longer name is similar to none. */
const LONGEST = 100;

/**
 * The known name that another one is likely to be a slip for: one that differs by its spelling (`projectName`,
 * `trim_end_secnods`) or by missing or additional words (`end_seconds` for `trim_end_seconds`).
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST || wordsOf(name).length === 0) return undefined;
  return known.find((other) => isMisspelling(name, other)) ?? known.find((other) => sharesWords(name, other));
}

function isMisspelling(name: string, other: string): boolean {
  const [letters, otherLetters] = [wordsOf(name).join(''), wordsOf(other).join('')];
  return editDistance(letters, otherLetters) <= otherLetters.length / 5;
}

/** Whether all words of one are among those of the other. */
function sharesWords(name: string, other: string): boolean {
  const [words, otherWords] = [wordsOf(name), wordsOf(other)];
  return words.every((word) => otherWords.includes(word)) || otherWords.every((word) => words.includes(word));
}

/** `trim_end_seconds` and `trimEndSeconds` as `['trim', 'end', 'seconds']`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}
