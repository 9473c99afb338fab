import { sentencesOf } from './segments.ts';
import type { Span } from './timing.ts';

/** How long a clip may be, in whole units. */
export interface ClipWindow {
  readonly min: number;
  readonly max: number;
}

/**
 * Cuts a speech into clips of whole sentences: each ends with the first sentence that brings it to the minimum.
 * Clips never overlap; a stretch from which no clip fits is left out.
 */
export function cutClips<Word extends Span & { readonly word: string }>(
  words: readonly Word[],
  window: ClipWindow,
): Word[][] {
  const sentences = sentencesOf(words);
  const clips: Word[][] = [];
  for (let from = 0; from < sentences.length; ) {
    const to = endOfClip(sentences, from, window);
    if (to === undefined) {
      from += 1;
    } else {
      clips.push(sentences.slice(from, to).flat());
      from = to;
    }
  }
  return clips;
}

function endOfClip(
  sentences: readonly (readonly Span[])[],
  from: number,
  { min, max }: ClipWindow,
): number | undefined {
  const start = sentences[from]?.[0]?.start ?? 0;
  for (let to = from + 1; to <= sentences.length; to += 1) {
    const length = (sentences[to - 1]?.at(-1)?.end ?? start) - start;
    if (length > max) return undefined;
    if (length >= min) return to;
  }
  return undefined;
}
