import type { PhraseReplacement } from '../../src/contract/transcript.ts';
import { type NormalizedWord, normalizeWord } from './phrases.ts';

interface Link<Word> {
  readonly word: Word;
  /** Increases from link to link. */
  order: number;
  previous: Link<Word> | undefined;
  next: Link<Word> | undefined;
}

/** A linked list of words, in which a phrase can be replaced without searching through all words. */
export class WordChain<Word extends { readonly normalized: NormalizedWord }> {
  readonly #onStep: () => void;
  /** Maps the first word of a phrase to the links at which the phrase may begin. */
  readonly #starts: ReadonlyMap<string, Set<Link<Word>>>;
  #first: Link<Word> | undefined;

  /**
   * @param phrases All phrases that will be replaced.
   * @param onStep Called for each compared or inserted word. If it throws, the replacement ends.
   */
  constructor(words: readonly Word[], phrases: readonly PhraseReplacement[], onStep: () => void = () => {}) {
    this.#onStep = onStep;
    this.#starts = new Map(phrases.map((phrase) => [firstText(phrase), new Set()]));
    this.#insert(words, undefined, undefined);
  }

  toArray(): Word[] {
    const words: Word[] = [];
    for (let link = this.#first; link; link = link.next) words.push(link.word);
    return words;
  }

  /**
   * Replaces every occurrence of a phrase within a sentence, and returns the number of occurrences.
   *
   * @param replace Returns the new words for an occurrence of the phrase.
   */
  replace(phrase: PhraseReplacement, replace: (words: readonly Word[]) => readonly Word[]): number {
    const runs = this.#find(phrase);
    for (const run of runs) {
      const words = replace(run.map(({ word }) => word));
      for (const _ of words) this.#onStep();
      for (const link of run) this.#starts.get(link.word.normalized.lowerCase)?.delete(link);
      this.#insert(words, run[0]?.previous, run.at(-1)?.next);
    }
    return runs.length;
  }

  #find(phrase: PhraseReplacement): Link<Word>[][] {
    const spelling = phrase.match_case === true ? 'exact' : 'lowerCase';
    const starts = [...(this.#starts.get(firstText(phrase)) ?? [])].sort((a, b) => a.order - b.order);
    const texts = phrase.from_words.map((word) => normalizeWord(word)[spelling]);
    const runs: Link<Word>[][] = [];
    for (const start of starts) {
      if (start.order <= (runs.at(-1)?.at(-1)?.order ?? 0)) continue;
      const run = this.#runFrom(start, texts, spelling);
      if (run) runs.push(run);
    }
    return runs;
  }

  /** Returns the links starting with `start`, if their words are `texts` and belong to one sentence. */
  #runFrom(start: Link<Word>, texts: readonly string[], spelling: 'exact' | 'lowerCase'): Link<Word>[] | undefined {
    const run: Link<Word>[] = [];
    let link: Link<Word> | undefined = start;
    for (const text of texts) {
      this.#onStep();
      if (link?.word.normalized[spelling] !== text || run.at(-1)?.word.normalized.endsSentence) return undefined;
      run.push(link);
      link = link.next;
    }
    return run;
  }

  #insert(words: readonly Word[], before: Link<Word> | undefined, after: Link<Word> | undefined): void {
    const low = before?.order ?? 0;
    const step = after ? (after.order - low) / (words.length + 1) : 1;
    let previous = before;
    for (const word of words) {
      const link = { word, order: (previous?.order ?? low) + step, previous, next: undefined };
      this.#connect(previous, link);
      this.#starts.get(word.normalized.lowerCase)?.add(link);
      previous = link;
    }
    this.#connect(previous, after);
    if (step < MIN_STEP) this.#renumber();
  }

  #connect(previous: Link<Word> | undefined, next: Link<Word> | undefined): void {
    if (next) next.previous = previous;
    if (previous) previous.next = next;
    else this.#first = next;
  }

  #renumber(): void {
    let order = 0;
    for (let link = this.#first; link; link = link.next) {
      order += 1;
      link.order = order;
    }
  }
}

export function firstText({ from_words }: PhraseReplacement): string {
  return normalizeWord(from_words[0] ?? '').lowerCase;
}

/** The smallest gap between two orders. Below it, all links are renumbered, so that floats stay precise. */
const MIN_STEP = 1e-6;
