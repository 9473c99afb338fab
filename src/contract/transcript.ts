import { array, oneOf, optional } from './collections.ts';
import { flag, maybe, model, nonEmpty, number, text } from './model.ts';

/** How a transcript is divided into segments. */
export type ChunkStrategy = 'sentence' | 'paragraph' | 'time-window';

/** How to divide the transcript into segments. */
export interface TranscriptSegmentsQuery {
  /** Where segments end. Other values are not valid. */
  chunk_strategy?: ChunkStrategy | undefined;
  /** The maximum length of a segment, in seconds. */
  max_chunk_seconds?: number | undefined;
}

/** A part of the transcript. */
export interface TranscriptSegment {
  text: string;
  /** Seconds. */
  startSeconds?: number | null;
  /** Seconds. */
  endSeconds?: number | null;
  /** Seconds. */
  durationSeconds?: number | null;
  wordCount?: number | null;
}

/** The transcript of a project. */
export interface TranscriptSegmentsResult {
  segments: TranscriptSegment[];
  totalSegments?: number | null;
  totalWords?: number | null;
  /** Seconds. */
  totalDurationSeconds?: number | null;
}

/** Words to find and the words that replace them. Any other field may be added. */
export interface PhraseReplacement {
  /**
   * The words to find, each at least one character. Pass each word as a separate element: `['bar', 'baz']`, not
   * `['bar baz']`, unless a merge has joined them into one word. Supported by the mock, not part of the specification.
   */
  from_words: readonly string[];
  /**
   * The replacement words, each a separate element of at least one character. An empty array deletes the phrase.
   * Supported by the mock, not part of the specification.
   */
  to_words: readonly string[];
  /** Whether the search is case-sensitive. Default: false. Supported by the mock, not part of the specification. */
  match_case?: boolean | undefined;
  [field: string]: unknown;
}

/** The corrections to make. The specification does not show the request: any other field may be added. */
export interface CorrectTranscriptParams {
  /** Supported by the mock, not part of the specification. */
  phrase_replacements?: readonly PhraseReplacement[] | undefined;
  [field: string]: unknown;
}

/** A replacement that matched nothing. */
export interface UnmatchedPhraseReplacement {
  from_words: string[];
  to_words: string[];
  match_case?: boolean | null;
}

/** The result of corrections. */
export interface CorrectTranscriptResult {
  success?: boolean | null;
  asset_id: string;
  unmatched_phrase_replacements?: UnmatchedPhraseReplacement[] | null;
  updated_segments?: number | null;
  updated_words?: number | null;
  replacements_applied?: number | null;
  message?: string | null;
}

export const transcriptSegmentsQuery = model<TranscriptSegmentsQuery>({
  chunk_strategy: optional(oneOf(['sentence', 'paragraph', 'time-window'])),
  max_chunk_seconds: optional(number),
});

export const transcriptSegment = model<TranscriptSegment>({
  text,
  startSeconds: maybe(number),
  endSeconds: maybe(number),
  durationSeconds: maybe(number),
  wordCount: maybe(number),
});

export const transcriptSegmentsResult = model<TranscriptSegmentsResult>({
  segments: array(transcriptSegment),
  totalSegments: maybe(number),
  totalWords: maybe(number),
  totalDurationSeconds: maybe(number),
});

export const phraseReplacement = model<PhraseReplacement>({
  from_words: array(nonEmpty),
  to_words: array(nonEmpty),
  match_case: optional(flag),
});

export const correctTranscriptParams = model<CorrectTranscriptParams>({
  phrase_replacements: optional(array(phraseReplacement)),
});

export const unmatchedPhraseReplacement = model<UnmatchedPhraseReplacement>({
  from_words: array(text),
  to_words: array(text),
  match_case: maybe(flag),
});

export const correctTranscriptResult = model<CorrectTranscriptResult>({
  success: maybe(flag),
  asset_id: text,
  unmatched_phrase_replacements: maybe(array(unmatchedPhraseReplacement)),
  updated_segments: maybe(number),
  updated_words: maybe(number),
  replacements_applied: maybe(number),
  message: maybe(text),
});
