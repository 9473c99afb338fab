import type { PhraseReplacement } from '../../src/contract/transcript.ts';
import { invalid } from '../api/http-error.ts';
import type { CaptionState, ProjectState, WordState } from '../state/types.ts';
import { normalizeCaptions } from '../state/workspace.ts';
import { findPhrase, type NormalizedWord, normalizeWord, transferPunctuation } from '../words/phrases.ts';
import { divideSpan } from '../words/timing.ts';
import type { Context } from './context.ts';

/** A word of a transcript under correction; nothing of the project changes until the draft is kept. */
export interface DraftWord extends Omit<WordState, 'id'> {
  readonly caption: CaptionState;
  /** None for a word that the correction has added. */
  readonly id: string | undefined;
  readonly updated: boolean;
  readonly normalized: NormalizedWord;
}

export function draftOf(project: ProjectState): DraftWord[] {
  const draftWord = (word: WordState, caption: CaptionState) => ({
    ...word,
    caption,
    updated: false,
    normalized: normalizeWord(word.word),
  });
  return project.captions.flatMap((caption) => caption.words.map((word) => draftWord(word, caption)));
}

/** Replaces a phrase wherever a sentence holds it. */
export function replacePhrase(
  draft: readonly DraftWord[],
  replacement: PhraseReplacement,
  param: string,
): { draft: readonly DraftWord[]; count: number } {
  const { length } = replacement.from_words;
  const places = findPhrase(draft, replacement);
  if (places.length === 0) return { draft, count: 0 };
  let from = 0;
  const pieces = places.flatMap((at) => {
    const before = draft.slice(from, at);
    from = at + length;
    return [before, replaceRun(draft.slice(at, from), replacement.to_words, param)];
  });
  return { draft: [...pieces, draft.slice(from)].flat(), count: places.length };
}

/** Gives each caption the words that the draft has for it. */
export function keepDraft(project: ProjectState, draft: readonly DraftWord[], { workspace, now }: Context): void {
  const wordsOf = new Map<CaptionState, WordState[]>(project.captions.map((caption) => [caption, []]));
  for (const { caption, updated, normalized, id, ...word } of draft) {
    wordsOf.get(caption)?.push({ ...word, id: id ?? workspace.newId() });
  }
  for (const [caption, words] of wordsOf) caption.words = words;
  normalizeCaptions(project);
  project.updatedAt = now;
}

/** Puts new words in the place of a run of old ones, in the captions and the time that those had. */
function replaceRun(run: readonly DraftWord[], newWords: readonly string[], param: string): DraftWord[] {
  const texts = transferPunctuation(
    run.map(({ word }) => word),
    newWords,
  );
  let before = 0;
  return groupByCaption(run).flatMap((group) => {
    const from = Math.round((before * texts.length) / run.length);
    before += group.length;
    return refill(group, texts.slice(from, Math.round((before * texts.length) / run.length)), param);
  });
}

function groupByCaption(run: readonly DraftWord[]): DraftWord[][] {
  const groups: DraftWord[][] = [];
  for (const word of run) {
    const open = groups.at(-1);
    if (open?.[0]?.caption === word.caption) open.push(word);
    else groups.push([word]);
  }
  return groups;
}

function refill(group: readonly DraftWord[], texts: readonly string[], param: string): DraftWord[] {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return [];
  const spans = divideSpan({ start: first.start, end: last.end }, texts);
  if (!spans) throw invalid(param, `${param}.to_words holds more words than the replaced ones have units of time.`);
  return spans.map((span, index) => {
    const word = texts[index] ?? '';
    return {
      ...(group[index] ?? last),
      ...span,
      id: group[index]?.id,
      word,
      updated: true,
      normalized: normalizeWord(word),
    };
  });
}
