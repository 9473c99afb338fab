import { enum as enumeration, optional, type ZodMiniType } from 'zod/mini';
import { array } from './collections.ts';
import { flag, maybe, model, nonEmpty, number, text } from './model.ts';

/** How a transcript is divided into segments. */
export type ChunkStrategy = 'sentence' | 'paragraph' | 'time-window';

/** The query of `transcript.segments`. */
export interface TranscriptSegmentsQuery {
  chunk_strategy?: ChunkStrategy;
  /** Seconds. */
  max_chunk_seconds?: number;
}

/** A part of the transcript. */
export interface TranscriptSegment {
  text?: string | null;
  /** Seconds. */
  startSeconds?: number | null;
  /** Seconds. */
  endSeconds?: number | null;
  /** Seconds. */
  durationSeconds?: number | null;
  wordCount?: number | null;
}

/** The response of `transcript.segments`. */
export interface TranscriptSegmentsResult {
  segments: TranscriptSegment[];
  totalSegments?: number | null;
  totalWords?: number | null;
  /** Seconds. */
  totalDurationSeconds?: number | null;
}

/** Words to find and the words that replace them. */
export interface PhraseReplacement {
  /** Each word is an element of its own: `['bar', 'baz']`, not `['bar baz']`, unless a merge has joined the two. */
  from_words: string[];
  /** The new words, each an element of its own. With none, the mock deletes the phrase. */
  to_words: string[];
  /** Whether the search is case-sensitive. */
  match_case?: boolean;
}

/**
 * The body of `transcript.correct`. The specification shows none of its fields: the mock supports `phrase_replacements`;
 * any other field is sent unchanged.
 */
export interface CorrectTranscriptParams {
  phrase_replacements?: PhraseReplacement[];
  [field: string]: unknown;
}

/** A replacement that matched nothing. */
export interface UnmatchedPhraseReplacement {
  from_words: string[];
  to_words: string[];
  match_case?: boolean | null;
}

/** The response of `transcript.correct`. */
export interface CorrectTranscriptResult {
  success?: boolean | null;
  asset_id: string;
  unmatched_phrase_replacements?: UnmatchedPhraseReplacement[] | null;
  updated_segments?: number | null;
  updated_words?: number | null;
  replacements_applied?: number | null;
  message?: string | null;
}

export const transcriptSegmentsQuery: ZodMiniType<TranscriptSegmentsQuery> = model<TranscriptSegmentsQuery>({
  chunk_strategy: optional(enumeration(['sentence', 'paragraph', 'time-window'])),
  max_chunk_seconds: optional(number),
});

export const transcriptSegment: ZodMiniType<TranscriptSegment> = model<TranscriptSegment>({
  text: maybe(text),
  startSeconds: maybe(number),
  endSeconds: maybe(number),
  durationSeconds: maybe(number),
  wordCount: maybe(number),
});

export const transcriptSegmentsResult: ZodMiniType<TranscriptSegmentsResult> = model<TranscriptSegmentsResult>({
  segments: array(transcriptSegment),
  totalSegments: maybe(number),
  totalWords: maybe(number),
  totalDurationSeconds: maybe(number),
});

export const phraseReplacement: ZodMiniType<PhraseReplacement> = model<PhraseReplacement>({
  from_words: array(nonEmpty),
  to_words: array(nonEmpty),
  match_case: optional(flag),
});

export const correctTranscriptParams: ZodMiniType<CorrectTranscriptParams> = model<CorrectTranscriptParams>({
  phrase_replacements: optional(array(phraseReplacement)),
});

export const unmatchedPhraseReplacement: ZodMiniType<UnmatchedPhraseReplacement> = model<UnmatchedPhraseReplacement>({
  from_words: array(text),
  to_words: array(text),
  match_case: maybe(flag),
});

export const correctTranscriptResult: ZodMiniType<CorrectTranscriptResult> = model<CorrectTranscriptResult>({
  success: maybe(flag),
  asset_id: text,
  unmatched_phrase_replacements: maybe(array(unmatchedPhraseReplacement)),
  updated_segments: maybe(number),
  updated_words: maybe(number),
  replacements_applied: maybe(number),
  message: maybe(text),
});
