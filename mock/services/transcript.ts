import type { PhraseReplacement, TranscriptSegment } from '../../src/contract/transcript.ts';
import type { DeepRequired } from '../api/deep-required.ts';
import { invalid } from '../api/http-error.ts';
import { assumptions } from '../assumptions.ts';
import type { WordState } from '../state/types.ts';
import { splitIntoSegments, splitSentences } from '../words/segments.ts';
import { type Context, toSeconds, toUnits, unitsWithin } from './context.ts';
import type { Service } from './service.ts';
import { type DraftWord, draftOf, keepDraft, replacePhrase } from './transcript-draft.ts';

export const listSegments: Service<'transcript.segments'> = ({ path, query }, context) => {
  const project = context.workspace.project(path.projectId);
  const { chunk_strategy: strategy = 'sentence', max_chunk_seconds = assumptions.maxChunkSeconds.value } = query;
  if (!(max_chunk_seconds > 0)) throw invalid('max_chunk_seconds', 'max_chunk_seconds must be more than 0.');
  const words = project.captions.flatMap((caption) => caption.words);
  const segments = splitIntoSegments(words, {
    strategy,
    maxLength: unitsWithin(max_chunk_seconds, context),
    paragraphPause: toUnits(assumptions.paragraphPauseSeconds.value, context),
  });
  const views = segments.map((segment) => segmentView(segment, context));
  return {
    totalSegments: views.length,
    totalWords: words.length,
    totalDurationSeconds: toSeconds(
      segments.reduce((sum, segment) => sum + lengthOf(segment), 0),
      context,
    ),
    segments: views,
  };
};

export const correctTranscript: Service<'transcript.correct'> = ({ path, body }, context) => {
  const project = context.workspace.project(path.projectId);
  const replacements = body.phrase_replacements ?? [];
  replacements.forEach(requireWords);

  let draft: readonly DraftWord[] = draftOf(project);
  const counts = replacements.map((replacement, at) => {
    const result = replacePhrase(draft, replacement, `phrase_replacements[${at}]`);
    draft = result.draft;
    return result.count;
  });
  keepDraft(project, draft, context);
  const applied = counts.reduce((sum, count) => sum + count, 0);
  return {
    success: true,
    asset_id: project.assetId,
    updated_segments: splitSentences(draft).filter((sentence) => sentence.some(({ updated }) => updated)).length,
    updated_words: draft.filter(({ updated }) => updated).length,
    replacements_applied: applied,
    unmatched_phrase_replacements: replacements
      .filter((_, at) => counts[at] === 0)
      .map(({ from_words, to_words, match_case = false }) => ({ from_words, to_words, match_case })),
    message: `${applied} ${applied === 1 ? 'replacement' : 'replacements'} applied.`,
  };
};

function lengthOf(words: readonly WordState[]): number {
  return (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
}

function segmentView(words: readonly WordState[], context: Context): DeepRequired<TranscriptSegment> {
  return {
    text: words.map(({ word }) => word).join(' '),
    startSeconds: toSeconds(words[0]?.start ?? 0, context),
    endSeconds: toSeconds(words.at(-1)?.end ?? 0, context),
    durationSeconds: toSeconds(lengthOf(words), context),
    wordCount: words.length,
  };
}

function requireWords({ from_words, to_words }: PhraseReplacement, at: number): void {
  for (const [field, words] of Object.entries({ from_words, to_words })) {
    const param = `phrase_replacements[${at}].${field}`;
    if (words.length === 0) throw invalid(param, `${param} must hold at least one word.`);
    const blank = words.findIndex((word) => word.trim() === '');
    if (blank !== -1) throw invalid(`${param}[${blank}]`, `${param}[${blank}] must not be blank.`);
  }
}
