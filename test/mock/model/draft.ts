import { endsSentence } from './reads.ts';
import type { Project, Word } from './state.ts';

/** A word during a correction of the transcript. It must be between `start` and `end`, and in one of `captions`. */
export interface DraftWord {
  readonly text: string;
  readonly touched: boolean;
  readonly start: number;
  readonly end: number;
  readonly captions: readonly string[];
  /** The original word, or undefined if the correction changed it. */
  readonly old: Word | undefined;
  /** Whether the time may be too short for the word, so that the mock may reject the correction. */
  readonly tight: boolean;
}

export type Draft = readonly DraftWord[];

export interface Phrase {
  readonly from_words: readonly string[];
  readonly to_words: readonly string[];
  readonly match_case: boolean;
}

export function draftOf({ captions }: Project): Draft {
  return captions.flatMap(({ id, words }) =>
    words.map((word) => ({
      text: word.word,
      touched: false,
      start: word.start,
      end: word.end,
      captions: [id],
      old: word,
      tight: false,
    })),
  );
}

/** Replaces a phrase wherever a sentence contains it, from left to right. */
export function replaced(
  { draft, counts }: { readonly draft: Draft; readonly counts: readonly number[] },
  { from_words, to_words, match_case }: Phrase,
): { draft: Draft; counts: number[] } {
  const form = (text: string) => (match_case ? bare(text.trim()).core : bare(text.trim()).core.toLowerCase());
  const sought = from_words.map(form);
  const result: DraftWord[] = [];
  let count = 0;
  for (let at = 0; at < draft.length; ) {
    const run = draft.slice(at, at + sought.length);
    const within = run.slice(0, -1).every(({ text }) => !endsSentence(text));
    if (run.length === sought.length && within && run.every(({ text }, index) => form(text) === sought[index])) {
      result.push(...inPlaceOf(run, to_words));
      count += 1;
      at += run.length;
    } else {
      result.push(draft[at] as DraftWord);
      at += 1;
    }
  }
  return { draft: result, counts: [...counts, count] };
}

export function sentences(draft: Draft): DraftWord[][] {
  const found: DraftWord[][] = [[]];
  for (const word of draft) {
    found.at(-1)?.push(word);
    if (endsSentence(word.text)) found.push([]);
  }
  return found;
}

/** Splits a word into its core and the punctuation around it. A word that is only punctuation is its own core. */
export function bare(word: string): { before: string; core: string; after: string } {
  const letters = [...word].map((character) => /[\p{L}\p{N}]/u.test(character));
  const characters = [...word];
  const [first, last] = [letters.indexOf(true), letters.lastIndexOf(true)];
  if (first === -1) return { before: '', core: word, after: '' };
  return {
    before: characters.slice(0, first).join(''),
    core: characters.slice(first, last + 1).join(''),
    after: characters.slice(last + 1).join(''),
  };
}

function inPlaceOf(run: Draft, texts: readonly string[]): DraftWord[] {
  const shortest = Math.min(...run.map(({ start, end }) => end - start));
  const common = {
    touched: true,
    // Use the time of the whole run, because the captions in it can overlap.
    start: Math.min(...run.map(({ start }) => start)),
    end: Math.max(...run.map(({ end }) => end)),
    captions: run.flatMap(({ captions }) => captions),
    old: undefined,
    tight: run.some(({ tight, touched }) => tight || touched) || texts.length > shortest,
  };
  return texts.map((text, index) => ({ ...common, text: punctuated(text.trim(), run, index, texts.length) }));
}

/**
 * Adds the old words' punctuation to each new word if the counts match, otherwise only to the first and the last word.
 * A new word keeps its own punctuation.
 */
function punctuated(text: string, run: Draft, index: number, count: number): string {
  const { before, after } = bare(text);
  const left = run.length === count ? run[index] : index === 0 ? run[0] : undefined;
  const right = run.length === count ? run[index] : index === count - 1 ? run.at(-1) : undefined;
  return (
    (before === '' ? bare(left?.text ?? '').before : '') + text + (after === '' ? bare(right?.text ?? '').after : '')
  );
}
