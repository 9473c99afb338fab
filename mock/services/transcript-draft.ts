import { invalid } from '../http/errors.ts';
import type { CaptionState, WordState } from '../state/timeline-types.ts';
import type { ProjectState } from '../state/types.ts';
import { type NormalizedWord, normalizeWord, transferPunctuation } from '../words/phrases.ts';
import { divideSpan } from '../words/timing.ts';
import type { Context } from './context.ts';
import { requireWordLength } from './input-checks.ts';
import { setWords } from './timeline.ts';

/** A word of a transcript that is being corrected. The project does not change until the draft is applied. */
export interface DraftWord extends Omit<WordState, 'id'> {
  readonly caption: CaptionState;
  /** Undefined for a word added by the correction. */
  readonly id: string | undefined;
  readonly updated: boolean;
  readonly normalized: NormalizedWord;
}

export function createDraft(project: ProjectState): DraftWord[] {
  const draftWord = (word: WordState, caption: CaptionState) => ({
    ...word,
    caption,
    updated: false,
    normalized: normalizeWord(word.word),
  });
  return [...project.captions].flatMap((caption) => caption.words.map((word) => draftWord(word, caption)));
}

/** Replaces the words of the captions that the draft changed. */
export function applyDraft(project: ProjectState, draft: readonly DraftWord[], { workspace, now }: Context): void {
  const drafts = new Map<CaptionState, DraftWord[]>([...project.captions].map((caption) => [caption, []]));
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

/**
 * Creates the words that replace others. They share the captions and the time of the old words.
 *
 * @throws HttpError 400 about `param` when there are more new words than units of time, or one is too long.
 */
export function replaceWords(oldWords: readonly DraftWord[], newWords: readonly string[], param: string): DraftWord[] {
  const texts = transferPunctuation(
    oldWords.map(({ word }) => word),
    newWords,
  );
  for (const text of texts) requireWordLength(text, param);
  const startOf = (oldCount: number) => Math.round((oldCount * texts.length) / oldWords.length);
  let oldCount = 0;
  return groupByCaption(oldWords).flatMap((group) => {
    const start = startOf(oldCount);
    oldCount += group.length;
    return replaceGroup(group, texts.slice(start, startOf(oldCount)), param);
  });
}

function groupByCaption(words: readonly DraftWord[]): DraftWord[][] {
  const groups: DraftWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group?.[0]?.caption === word.caption) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

function replaceGroup(group: readonly DraftWord[], texts: readonly string[], param: string): DraftWord[] {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return [];
  const spans = divideSpan({ start: first.start, end: last.end }, texts);
  if (!spans) {
    const replaced = group.map(({ word }) => word).join(' ');
    throw invalid(
      param,
      `"${replaced}" is too short for ${texts.length} words: each word needs at least one time unit.`,
    );
  }
  return spans.map((span, index) => {
    const word = texts[index] ?? '';
    const id = group[index]?.id;
    return { ...(group[index] ?? last), ...span, id, word, updated: true, normalized: normalizeWord(word) };
  });
}
