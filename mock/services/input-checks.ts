import { anHttpUrl } from '../../src/core/options/checks.ts';
import { invalid } from '../api/http-error.ts';

/** @throws HttpError 400 about `param` unless the string is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  const message = anHttpUrl(text);
  if (message) throw invalid(param, `${param} ${message}.`);
}

/**
 * Trims the words.
 *
 * @throws HttpError 400 about `param` if there are none, or about the first one that is blank.
 */
export function requireWords(words: readonly string[], param: string): string[] {
  if (words.length === 0) throw invalid(param, `${param} must contain at least one word.`);
  return requireNoBlankWord(words, param);
}

/**
 * Trims the words.
 *
 * @throws HttpError 400 about the first one that is blank.
 */
export function requireNoBlankWord(words: readonly string[], param: string): string[] {
  return words.map((word, index) => {
    if (word.trim() !== '') return word.trim();
    throw invalid(`${param}[${index}]`, `${param}[${index}] must not be blank.`);
  });
}
