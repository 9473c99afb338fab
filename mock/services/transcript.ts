import type { PhraseReplacement, TranscriptSegment } from '../../src/contract/transcript.ts';
import { assumptions } from '../assumptions.ts';
import { invalid, invalidParam } from '../http/errors.ts';
import type { DeepRequired } from '../http/response.ts';
import { type CaptionState, captionSpan, captionText, type WordState } from '../state/captions.ts';
import type { ProjectState } from '../state/types.ts';
import { type NormalizedWord, normalizeWord, transferPunctuation } from '../words/phrases.ts';
import { endsSentence, splitIntoSegments, splitRuns, splitSentences } from '../words/segments.ts';
import { firstText, WordChain } from '../words/word-chain.ts';
import { type Context, type Service, toSeconds, toUnits, unitsWithin } from './context.ts';
import { divideTime, requireNoBlankWord, requireWordLength, requireWords } from './input-checks.ts';
import { setWords } from './timeline.ts';

export const listSegments: Service<'transcript.segments'> = ({ path, query }, context) => {
  const project = context.workspace.project(path.projectId);
  const { chunk_strategy: strategy = 'sentence', max_chunk_seconds = assumptions.maxChunkSeconds.value } = query;
  if (!(max_chunk_seconds > 0)) throw invalidParam('max_chunk_seconds', 'must be above 0');
  const words = [...project.captions].flatMap((caption) => caption.words);
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
  for (const [index, { from_words, to_words }] of replacements.entries()) {
    requireWords(from_words, `phrase_replacements[${index}].from_words`);
    // An empty list is allowed and deletes the phrase.
    requireNoBlankWord(to_words, `phrase_replacements[${index}].to_words`);
  }

  const takeSteps = limitSteps();
  const captions = captionsWithin(project, replacements);
  const chain = new WordChain(createDraft(captions), replacements, takeSteps);
  const counts = replacements.map((replacement, index) => {
    const { to_words } = replacement;
    const newLength = textLength(to_words);
    return chain.replace(replacement, (words) => {
      takeSteps(Math.floor((newLength + textLength(words.map(({ word }) => word))) / CHARACTERS_OF_A_STEP));
      return replaceWords(words, to_words, `phrase_replacements[${index}]`);
    });
  });
  const draft = chain.toArray();
  applyDraft(project, captions, draft, context);
  const applied = counts.reduce((sum, count) => sum + count, 0);
  const unmatched = replacements.filter((_, index) => counts[index] === 0);
  return {
    success: true,
    asset_id: project.assetId,
    updated_segments: splitSentences(draft).filter((sentence) => sentence.some(({ updated }) => updated)).length,
    updated_words: draft.filter(({ updated }) => updated).length,
    replacements_applied: applied,
    unmatched_phrase_replacements: unmatched.map(({ from_words, to_words, match_case = false }) => {
      return { from_words: [...from_words], to_words: [...to_words], match_case };
    }),
    message: `${applied} ${applied === 1 ? 'replacement' : 'replacements'} applied.${spaceHint(unmatched)}`,
  };
};

/** Returns a hint if a phrase may be unmatched because one of its strings contains several words. */
function spaceHint(unmatched: readonly PhraseReplacement[]): string {
  const joined = unmatched.flatMap(({ from_words }) => from_words).find((word) => /\S\s+\S/.test(word));
  if (joined === undefined) return '';
  return ` Unless ${JSON.stringify(joined)} is one merged word, pass each of its words as a separate element of from_words.`;
}

const CHARACTERS_OF_A_STEP = 20;

/** Limits the steps of a correction, because the correction blocks the mock. */
function limitSteps(): (count?: number) => void {
  const most = assumptions.correctionSteps.value;
  let steps = 0;
  return (count = 1) => {
    steps += count;
    if (steps <= most) return;
    throw invalid(
      'phrase_replacements',
      `phrase_replacements takes more than ${most} steps: one for each compared or inserted word, and one for every 20 characters of ` +
        'replaced and inserted text. Send fewer replacements at a time, or replacements that match less often.',
    );
  };
}

function textLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

function lengthOf(words: readonly WordState[]): number {
  const { start, end } = captionSpan({ words });
  return end - start;
}

function segmentView(words: readonly WordState[], context: Context): DeepRequired<TranscriptSegment> {
  const { start, end } = captionSpan({ words });
  return {
    text: captionText({ words }),
    startSeconds: toSeconds(start, context),
    endSeconds: toSeconds(end, context),
    durationSeconds: toSeconds(end - start, context),
    wordCount: words.length,
  };
}

/** A word of a transcript that is being corrected. The project does not change until the draft is applied. */
interface DraftWord extends Omit<WordState, 'id'> {
  readonly caption: CaptionState;
  /** Undefined for a word added by the correction. */
  readonly id: string | undefined;
  readonly updated: boolean;
  readonly normalized: NormalizedWord;
}

/**
 * Returns the captions that the replacements can compare or change, in order: each caption with the first word of a
 * phrase, and the captions after it that an occurrence can reach. An occurrence can begin in the new words of another
 * replacement, so the lengths of all phrases add up. With one word more, no occurrence continues in a caption that does
 * not follow immediately. Between two such groups of captions, the first caption in which a sentence ends is included,
 * so that the sentences of both groups are counted separately.
 */
function captionsWithin({ captions }: ProjectState, phrases: readonly PhraseReplacement[]): CaptionState[] {
  const reach = phrases.reduce((sum, { from_words }) => sum + from_words.length - 1, 1);
  const texts = new Set(phrases.map(firstText));
  const begun = new Set([...texts].flatMap((text) => captions.withText(text)));
  const offsets = [...begun].map((caption) => captions.wordsBefore(caption)).sort((a, b) => a - b);
  const within: CaptionState[] = [];
  for (const [index, offset] of offsets.entries()) {
    const next = offsets[index + 1];
    let end = offset;
    for (const [caption, before] of captions.fromWord(offset)) {
      if (before === offset) end += caption.words.length + reach;
      if (before === next || (before >= end && next === undefined)) break;
      const isSentenceOver = before >= end && caption.words.some(({ word }) => endsSentence(word));
      if (before < end || isSentenceOver) within.push(caption);
      if (isSentenceOver) break;
    }
  }
  return within;
}

function createDraft(captions: readonly CaptionState[]): DraftWord[] {
  return captions.flatMap((caption) =>
    caption.words.map((word) => ({ ...word, caption, updated: false, normalized: normalizeWord(word.word) })),
  );
}

/** Writes the words of the draft to each caption whose words the draft changes. */
function applyDraft(
  project: ProjectState,
  captions: readonly CaptionState[],
  draft: readonly DraftWord[],
  { workspace, now }: Context,
): void {
  const drafts = new Map<CaptionState, DraftWord[]>(captions.map((caption) => [caption, []]));
  for (const word of draft) drafts.get(word.caption)?.push(word);
  for (const [caption, words] of drafts) {
    if (words.length === caption.words.length && !words.some(({ updated }) => updated)) continue;
    const newWords = words.map(({ caption, updated, normalized, id, ...word }) => {
      return { ...word, id: id ?? workspace.newId() };
    });
    setWords(project, caption.itemId, newWords);
  }
  project.updatedAt = now;
}

/** Creates words that replace old words, in the same captions and the same time. */
function replaceWords(oldWords: readonly DraftWord[], newWords: readonly string[], param: string): DraftWord[] {
  const texts = transferPunctuation(
    oldWords.map(({ word }) => word),
    newWords,
  );
  for (const text of texts) requireWordLength(text, param);
  const startOf = (oldCount: number) => Math.round((oldCount * texts.length) / oldWords.length);
  let oldCount = 0;
  return splitRuns(oldWords, (word, [first]) => word.caption !== first?.caption).flatMap((group) => {
    const start = startOf(oldCount);
    oldCount += group.length;
    return replaceGroup(group, texts.slice(start, startOf(oldCount)), param);
  });
}

function replaceGroup(group: readonly DraftWord[], texts: readonly string[], param: string): DraftWord[] {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return [];
  const words = texts.map((word, index) => {
    const replaced = group[index];
    return { ...(replaced ?? last), id: replaced?.id, word, updated: true, normalized: normalizeWord(word) };
  });
  const text = group.map(({ word }) => word).join(' ');
  return divideTime(text, { start: first.start, end: last.end }, words, param);
}
