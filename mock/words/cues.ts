import { sentencesOf } from './segments.ts';
import type { Span } from './timing.ts';

/** How many words a caption of a generated clip has at most. */
const MAX_CUE_WORDS = 7;

/**
 * Groups words into lines of captions: none crosses a sentence's end, a pause, or the start of somebody who speaks at the
 * same time, and the lines of one stretch are about equally long.
 *
 * @param pause In whole units.
 */
export function groupIntoCues<Word extends Span & { readonly word: string }>(
  words: readonly Word[],
  pause: number,
): Word[][] {
  return sentencesOf(words)
    .flatMap((sentence) => stretchesOf(sentence, pause))
    .flatMap(linesOf);
}

function stretchesOf<Word extends Span>(words: readonly Word[], pause: number): Word[][] {
  const stretches: Word[][] = [];
  for (const word of words) {
    const last = stretches.at(-1)?.at(-1);
    const goesOn = last && word.start >= last.end && word.start - last.end < pause;
    if (goesOn) stretches.at(-1)?.push(word);
    else stretches.push([word]);
  }
  return stretches;
}

function linesOf<Word>(words: readonly Word[]): Word[][] {
  const lines = Math.ceil(words.length / MAX_CUE_WORDS);
  const end = (line: number) => Math.round((line * words.length) / lines);
  return Array.from({ length: lines }, (_, line) => words.slice(end(line), end(line + 1)));
}
