import { splitSentences } from './segments.ts';
import type { Span } from './timing.ts';

/** In whole units. */
export interface ClipLengthRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Cuts a transcript into clips of whole sentences: each ends with the first sentence that brings it to the minimum length.
 * Clips never overlap; a sentence at which no clip can start is skipped.
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
