import type { ChunkStrategy } from '../../src/contract/transcript.ts';
import type { Span } from './timing.ts';

/** A word as segments see it. */
export interface SpokenWord extends Span {
  readonly word: string;
  readonly paragraph: number;
}

/** Where a transcript may be cut; lengths in whole units. */
export interface CutRule {
  readonly strategy: ChunkStrategy;
  /** No segment is longer, unless one word is. */
  readonly maxLength: number;
  /** A pause of at least this length ends a paragraph. */
  readonly paragraphPause: number;
}

/** Cuts a run of words into segments; every word is in exactly one, in order. */
export function cutSegments<Word extends SpokenWord>(words: readonly Word[], rule: CutRule): Word[][] {
  const segments: Word[][] = [];
  for (const word of words) {
    const open = segments.at(-1);
    if (open && !endsBefore(open, word, rule)) open.push(word);
    else segments.push([word]);
  }
  return segments;
}

/** Cuts words after each sentence's last. */
export function sentencesOf<Word extends { readonly word: string }>(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = [];
  let open: Word[] = [];
  for (const word of words) {
    open.push(word);
    if (!endsSentence(word.word)) continue;
    sentences.push(open);
    open = [];
  }
  if (open.length > 0) sentences.push(open);
  return sentences;
}

/** Whether a sentence ends with this word: at . ! or ?, whatever quotes and brackets follow. */
export function endsSentence(word: string): boolean {
  return /[.!?…]["'”’»)\]]*$/u.test(word);
}

function endsBefore(segment: readonly SpokenWord[], next: SpokenWord, rule: CutRule): boolean {
  const first = segment[0];
  const last = segment.at(-1);
  if (!first || !last) return true;
  if (next.end - first.start > rule.maxLength) return true;
  if (rule.strategy === 'sentence') return endsSentence(last.word);
  if (rule.strategy === 'paragraph') {
    return next.paragraph !== last.paragraph || next.start - last.end >= rule.paragraphPause;
  }
  return false;
}
