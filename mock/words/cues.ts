import { sentencesOf } from './segments.ts';

/** How many words a caption of a generated clip has at most. */
const MAX_CUE_WORDS = 7;

/** Groups words into lines of captions: none crosses a sentence's end, and a sentence's lines are about equally long. */
export function groupIntoCues<Word extends { readonly word: string }>(words: readonly Word[]): Word[][] {
  return sentencesOf(words).flatMap((sentence) => {
    const lines = Math.ceil(sentence.length / MAX_CUE_WORDS);
    return Array.from({ length: lines }, (_, line) =>
      sentence.slice(Math.round((line * sentence.length) / lines), Math.round(((line + 1) * sentence.length) / lines)),
    );
  });
}
