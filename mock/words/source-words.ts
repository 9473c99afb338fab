import type { Span } from './timing.ts';

/** A word of a caption file or a source's transcript, timed in whole units. */
export interface SourceWord extends Span {
  readonly word: string;
  readonly paragraph: number;
  readonly emphasis: boolean;
}

/** A line of a caption file: its words, in order. */
export type SourceCue = readonly SourceWord[];
