import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { ProjectRecord, WordRecord } from '../state.ts';
import { fields } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { editSuccess } from '../wire/success.ts';
import { type Call, type Endpoint, projectOf, visibleCaptions } from './call.ts';

export const listSegments: Endpoint = (call) => {
  const { context } = call;
  const project = projectOf(call);
  const words = visibleCaptions(project).flatMap((caption) => caption.words);
  const strategy = call.query.get('chunk_strategy') ?? context.choices['transcript.strategy'];
  const segments = cut(project, strategy).map((each) => segment(context, each));
  return fields(context, 'segments', {
    totalSegments: segments.length,
    totalWords: words.length,
    totalDurationSeconds: (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0),
    segments: list(context, 'lists.segments', segments),
  });
};

export const correctTranscript: Endpoint = (call) => {
  const { context } = call;
  const project = projectOf(call);
  const replacements = replacementsOf(call);
  const counts = replacements.map((replacement) => replace(project, replacement));
  const unmatched = replacements.filter((_, index) => counts[index] === 0);
  const none = context.pick('correct.unmatched', { empty: [], null: null, absent: undefined });
  const applied = counts.reduce((sum, count) => sum + count, 0);
  return fields(context, 'correction', {
    success: editSuccess(context),
    asset_id: `asset of ${project.id}`,
    updated_segments: applied,
    updated_words: applied,
    replacements_applied: applied,
    unmatched_phrase_replacements:
      unmatched.length === 0 ? none : unmatched.map(({ from, to }) => unmatchedOf(context, from, to)),
    message: 'Done',
  });
};

interface Replacement {
  readonly from: string;
  readonly to: string;
}

function replacementsOf({ context, body }: Call): Replacement[] {
  const name = context.pick('request.corrections', {
    phrase_replacements: 'phrase_replacements',
    replacements: 'replacements',
    'array of pairs': 'pairs',
  });
  const list = body[name];
  if (!Array.isArray(list)) throw new Refusal('invalid', `${name} must be an array`, name);
  return list.map((each) => {
    const [from, to] = Array.isArray(each) ? each : [each?.from_words?.[0], each?.to_words?.[0]];
    return { from: String(from), to: String(to) };
  });
}

function replace(project: ProjectRecord, { from, to }: Replacement): number {
  const words = visibleCaptions(project).flatMap((caption) => caption.words);
  const matching = words.filter(({ text }) => text === from);
  for (const word of matching) word.text = to;
  return matching.length;
}

function unmatchedOf(context: Context, from: string, to: string): object {
  return fields(context, 'unmatched', { from_words: [from], to_words: [to], match_case: false });
}

function cut(project: ProjectRecord, strategy: string): WordRecord[][] {
  const captions = visibleCaptions(project).map(({ words }) => words);
  if (strategy === 'one segment' || strategy === 'paragraph') return [captions.flat()];
  return strategy === 'word' || strategy === 'time-window' ? captions.flat().map((word) => [word]) : captions;
}

function segment(context: Context, words: readonly WordRecord[]): object {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  return fields(context, 'segment', {
    text: words.map(({ text }) => text).join(' '),
    startSeconds: start,
    endSeconds: end,
    durationSeconds: end - start,
    wordCount: words.length,
  });
}
