import { anHttpUrl } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { invalid, invalidParam } from '../http/errors.ts';
import { divideSpan, type Span } from '../words/timing.ts';

/** @throws HttpError 400 about `param` unless the string is an absolute http or https URL. */
export function requireHttpUrl(text: string, param: string): void {
  const message = anHttpUrl(text);
  if (message) throw invalidParam(param, message);
}

/** @throws HttpError 400 about `param` if there are no words, or about the first word that is blank or too long. */
export function requireWords(words: readonly string[], param: string): string[] {
  if (words.length === 0) throw invalidParam(param, 'must contain at least one word');
  return requireNoBlankWord(words, param);
}

/** @throws HttpError 400 about `param` if the word is too long. */
export function requireWordLength(word: string, param: string): void {
  const most = assumptions.wordLength.value;
  if (word.length <= most) return;
  throw invalidParam(param, `would make a word of ${word.length} characters; the most is ${most}`);
}

/** @throws HttpError 400 about the first word that is blank or too long. */
export function requireNoBlankWord(words: readonly string[], param: string): string[] {
  return words.map((word, index) => {
    if (word.trim() === '') throw invalidParam(`${param}[${index}]`, 'must not be blank');
    requireWordLength(word, `${param}[${index}]`);
    return word.trim();
  });
}

/** @throws HttpError 400 about `param` if there are more new words than units of time for them. */
export function divideTime<Word extends { readonly word: string }>(
  replaced: string,
  time: Span,
  words: readonly Word[],
  param: string,
): (Word & Span)[] {
  const timed = divideSpan(time, words);
  if (timed) return timed;
  throw invalid(param, `"${replaced}" is too short for ${words.length} words: each word needs at least one time unit.`);
}
