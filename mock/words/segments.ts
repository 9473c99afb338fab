import type { ChunkStrategy } from '../../src/contract/transcript.ts';
import type { Span } from './timing.ts';

export interface SpokenWord extends Span {
  readonly word: string;
  readonly paragraph: number;
}

/** The rules for splitting a transcript. Lengths are in whole units. */
export interface SegmentRules {
  readonly strategy: ChunkStrategy;
  /** The maximum length of a segment, unless a single word is longer. */
  readonly maxLength: number;
  /** The shortest pause that ends a paragraph. */
  readonly paragraphPause: number;
}

/** Splits words into segments. Every word is in exactly one segment, in order. */
export function splitIntoSegments<Word extends SpokenWord>(words: readonly Word[], rules: SegmentRules): Word[][] {
  return splitRuns(words, (word, segment) => startsNewSegment(segment, word, rules));
}

export function splitSentences<Word extends { readonly word: string }>(words: readonly Word[]): Word[][] {
  return splitRuns(words, (_, sentence) => endsSentence(sentence.at(-1)?.word ?? ''));
}

/** Splits a list into runs. A new run starts with each item for which `startsRun` returns true. */
export function splitRuns<Item>(
  items: readonly Item[],
  startsRun: (item: Item, lastRun: readonly Item[]) => boolean,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && !startsRun(item, last)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** The allowed length of a clip, in whole units. */
export interface ClipLengthRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Cuts a transcript into clips of whole sentences. Each clip ends with the first sentence that makes it long enough.
 * Clips never overlap. If no clip can start at a sentence, the sentence is skipped.
 */
export function cutClips<Word extends Span & { readonly word: string }>(
  words: readonly Word[],
  range: ClipLengthRange,
): Word[][] {
  const sentences = splitSentences(words);
  const clips: Word[][] = [];
  for (let from = 0; from < sentences.length; ) {
    const to = findClipEnd(sentences, from, range);
    if (to === undefined) {
      from += 1;
    } else {
      clips.push(sentences.slice(from, to).flat());
      from = to;
    }
  }
  return clips;
}

/** Whether a word ends a sentence: with . ! ? or …, optionally followed by closing quotes and brackets. */
export function endsSentence(word: string): boolean {
  return /[.!?…]["'”’»)\]]*$/u.test(word);
}

function startsNewSegment(segment: readonly SpokenWord[], next: SpokenWord, rules: SegmentRules): boolean {
  const first = segment[0];
  const last = segment.at(-1);
  if (!first || !last) return true;
  if (next.end - first.start > rules.maxLength) return true;
  if (rules.strategy === 'sentence') return endsSentence(last.word);
  if (rules.strategy === 'paragraph') {
    return next.paragraph !== last.paragraph || next.start - last.end >= rules.paragraphPause;
  }
  return false;
}

function findClipEnd(
  sentences: readonly (readonly Span[])[],
  from: number,
  { min, max }: ClipLengthRange,
): number | undefined {
  const start = sentences[from]?.[0]?.start ?? 0;
  for (let to = from + 1; to <= sentences.length; to += 1) {
    const length = (sentences[to - 1]?.at(-1)?.end ?? start) - start;
    if (length > max) return undefined;
    if (length >= min) return to;
  }
  return undefined;
}
