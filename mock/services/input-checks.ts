import { anHttpUrl } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { invalid } from '../http/errors.ts';

/** @throws HttpError 400 about `param` unless the string is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  const message = anHttpUrl(text);
  if (message) throw invalid(param, `${param} ${message}.`);
}

/**
 * Trims the words.
 *
 * @throws HttpError 400 about `param` if there are no words, or about the first word that is blank or too long.
 */
export function requireWords(words: readonly string[], param: string): string[] {
  if (words.length === 0) throw invalid(param, `${param} must contain at least one word.`);
  return requireNoBlankWord(words, param);
}

/** @throws HttpError 400 about `param` if the word is too long. */
export function requireWordLength(word: string, param: string): void {
  const most = assumptions.wordLength.value;
  if (word.length <= most) return;
  throw invalid(param, `${param} would make a word of ${word.length} characters; the most is ${most}.`);
}

/**
 * Trims the words.
 *
 * @throws HttpError 400 about the first word that is blank or too long.
 */
export function requireNoBlankWord(words: readonly string[], param: string): string[] {
  return words.map((word, index) => {
    if (word.trim() === '') throw invalid(`${param}[${index}]`, `${param}[${index}] must not be blank.`);
    requireWordLength(word, `${param}[${index}]`);
    return word.trim();
  });
}
