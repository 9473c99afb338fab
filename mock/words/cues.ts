import { type SpokenWord, splitRuns, splitSentences } from './segments.ts';
import type { Span } from './timing.ts';

/** A spoken word, timed in whole units. */
export interface TimedWord extends SpokenWord {
  readonly emphasis: boolean;
}

export type TimedCue = readonly TimedWord[];

const MAX_CUE_WORDS = 7;

/**
 * Groups words into cues. A cue ends at the end of a sentence, at a pause, and before a word that overlaps the previous
 * word, for example when two people talk at the same time. A run that is too long is split into cues of about equal length.
 *
 * @param pause The shortest gap between words that counts as a pause, in whole units.
 */
export function groupIntoCues<Word extends Span & { readonly word: string }>(
  words: readonly Word[],
  pause: number,
): Word[][] {
  return splitSentences(words)
    .flatMap((sentence) => splitAtPauses(sentence, pause))
    .flatMap(splitEvenly);
}

function splitAtPauses<Word extends Span>(words: readonly Word[], pause: number): Word[][] {
  return splitRuns(words, ({ start }, run) => {
    const end = run.at(-1)?.end ?? 0;
    return start < end || start - end >= pause;
  });
}

function splitEvenly<Word>(words: readonly Word[]): Word[][] {
  const count = Math.ceil(words.length / MAX_CUE_WORDS);
  const startOf = (cue: number) => Math.round((cue * words.length) / count);
  return Array.from({ length: count }, (_, cue) => words.slice(startOf(cue), startOf(cue + 1)));
}
