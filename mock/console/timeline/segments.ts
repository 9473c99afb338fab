import { splitIntoSegments } from '../../words/segments.ts';
import type { Timeline, Word } from './model.ts';
import { type SortedSpans, type Span, sortSpans } from './spans.ts';

/** A part of the transcript. */
export interface Segment extends Span {
  readonly id: string;
  readonly words: readonly Word[];
}

/** As long as the API's where no length is asked for, in seconds, with what binary fractions add. */
const MOST_SECONDS = 30 + 1e-6;

/** The transcript as the API divides it unless told otherwise: into sentences. */
export function segmentsOf({ captions }: Timeline): SortedSpans<Segment> {
  const words = captions.all.flatMap((caption) => caption.words);
  const spoken = words.map((word) => ({ word: word.label, start: word.start, end: word.end, paragraph: 0, of: word }));
  const rules = { strategy: 'sentence', maxLength: MOST_SECONDS, paragraphPause: 0 } as const;
  return sortSpans(splitIntoSegments(spoken, rules).map((segment) => segmentOf(segment.map(({ of }) => of))));
}

function segmentOf(words: readonly Word[]): Segment {
  const [first, last] = [words[0], words.at(-1)];
  return { id: `from ${first?.id}`, words, start: first?.start ?? 0, end: last?.end ?? 0 };
}
