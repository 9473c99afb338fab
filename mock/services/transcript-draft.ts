import type { PhraseReplacement } from '../../src/contract/transcript.ts';
import type { Context } from '../context.ts';
import { invalid } from '../problem.ts';
import type { CaptionState, ProjectState, WordState } from '../state.ts';
import { findPhrase, withPunctuation } from '../words/phrases.ts';
import { sentencesOf } from '../words/segments.ts';
import { shareTime } from '../words/timing.ts';
import { settleCaptions } from '../workspace.ts';

/** A word of a transcript under correction; nothing of the project changes until the draft is kept. */
export interface DraftWord extends Omit<WordState, 'id'> {
  readonly caption: CaptionState;
  /** None for a word that the correction has added. */
  readonly id: string | undefined;
  readonly updated: boolean;
}

export function draftOf(project: ProjectState): DraftWord[] {
  return project.captions.flatMap((caption) => caption.words.map((word) => ({ ...word, caption, updated: false })));
}

/** Replaces a phrase wherever a sentence holds it. */
export function replacePhrase(
  draft: readonly DraftWord[],
  replacement: PhraseReplacement,
  param: string,
): { draft: DraftWord[]; count: number } {
  const { length } = replacement.from_words;
  let count = 0;
  const sentences = sentencesOf(draft).map((sentence) => {
    const places = findPhrase(
      sentence.map(({ word }) => word),
      replacement,
    );
    count += places.length;
    // From the back, so that a replacement of another length does not move the places that are still to come.
    for (const at of places.reverse()) {
      sentence.splice(at, length, ...replaceRun(sentence.slice(at, at + length), replacement.to_words, param));
    }
    return sentence;
  });
  return { draft: sentences.flat(), count };
}

/** Gives each caption the words that the draft has for it. */
export function keepDraft(project: ProjectState, draft: readonly DraftWord[], { workspace, now }: Context): void {
  const wordsOf = new Map<CaptionState, WordState[]>(project.captions.map((caption) => [caption, []]));
  for (const { caption, updated, id, ...word } of draft) {
    wordsOf.get(caption)?.push({ ...word, id: id ?? workspace.newId() });
  }
  for (const [caption, words] of wordsOf) caption.words = words;
  settleCaptions(project);
  project.updatedAt = now;
}

/** Puts new words in the place of a run of old ones, in the captions and the time that those had. */
function replaceRun(run: readonly DraftWord[], newWords: readonly string[], param: string): DraftWord[] {
  const texts = withPunctuation(
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
  const spans = shareTime({ start: first.start, end: last.end }, texts);
  if (!spans) throw invalid(param, `${param}.to_words holds more words than the replaced ones have units of time.`);
  return spans.map((span, index) => ({
    ...(group[index] ?? last),
    ...span,
    id: group[index]?.id,
    word: texts[index] ?? '',
    updated: true,
  }));
}
