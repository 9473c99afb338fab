import { endsSentence } from './reads.ts';
import type { Project, Word } from './state.ts';

/** A word of a transcript under correction, with the stretch and the captions in which it must be found. */
export interface DraftWord {
  readonly text: string;
  readonly touched: boolean;
  readonly start: number;
  readonly end: number;
  readonly captions: readonly string[];
  /** The word itself, where nothing has touched it. */
  readonly old: Word | undefined;
  /** Whether there may be too little time for it. */
  readonly room: boolean;
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
      room: false,
    })),
  );
}

/** Puts a phrase in the place of another, left to right, wherever a sentence holds it. */
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

/** A word without the punctuation around it; one that is nothing else stays whole. */
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
    // Of the whole run: its captions may stand at the same time.
    start: Math.min(...run.map(({ start }) => start)),
    end: Math.max(...run.map(({ end }) => end)),
    captions: run.flatMap(({ captions }) => captions),
    old: undefined,
    room: run.some(({ room, touched }) => room || touched) || texts.length > shortest,
  };
  return texts.map((text, index) => ({ ...common, text: punctuated(text.trim(), run, index, texts.length) }));
}

/** With the old words' punctuation at the ends, or on each where there are as many; what it brings itself stays. */
function punctuated(text: string, run: Draft, index: number, count: number): string {
  const { before, after } = bare(text);
  const left = run.length === count ? run[index] : index === 0 ? run[0] : undefined;
  const right = run.length === count ? run[index] : index === count - 1 ? run.at(-1) : undefined;
  return (
    (before === '' ? bare(left?.text ?? '').before : '') + text + (after === '' ? bare(right?.text ?? '').after : '')
  );
}
