import fc from 'fast-check';
import { expect } from 'vitest';
import { action, fraction, place, texts } from './action.ts';
import { bare, type Draft, type DraftWord, draftOf, replaced, sentences } from './draft.ts';
import { learnCaptions } from './learn.ts';
import { at, type Caption, type Project, settle, wordsOf } from './state.ts';
import type { Turn } from './turn.ts';

const correctParams = fc.record({
  project: place,
  phrases: fc.array(
    fc.record({
      from: fraction,
      count: fc.integer({ min: 1, max: 3 }),
      texts,
      match_case: fc.boolean(),
      shout: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

const correct = action('correct', correctParams, async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const all = project ? wordsOf(project) : [];
  const phrases = params.phrases.map(({ from, count, texts: to_words, match_case, shout }) => {
    const first = at(all, from);
    const run = first ? all.slice(all.indexOf(first)).slice(0, count) : [];
    const from_words = run.map(({ word }) => (shout ? word.toUpperCase() : word));
    return { from_words: run.length === 0 ? ['nothing'] : from_words, to_words, match_case };
  });
  const blank = phrases.some(({ to_words }) => to_words.some((text) => text.trim() === ''));
  const drafted = project && !blank ? phrases.reduce(replaced, { draft: draftOf(project), counts: [] }) : undefined;
  // The rules do not say which captions get the words, so the mock may reject words that are `tight`.
  const tight = drafted?.draft.some(({ tight }) => tight) ?? false;
  const refusals = [...(project ? [] : [404]), ...(blank || tight ? [400] : [])];
  const body = { phrase_replacements: phrases };
  const open = tight && project !== undefined;
  const response = await turn.change('transcript.correct', { path: { projectId: id }, body }, { refusals, open });
  if (!response || !project || !drafted) return;
  const { draft, counts } = drafted;
  const captions = await learnCaptions(turn, project);
  expectDraft(turn, captions, draft, project);
  project.captions = captions;
  project.items = project.items.filter(
    (item) => item.type !== 'caption' || captions.some(({ itemId }) => itemId === item.id),
  );
  settle(project);
  expect(response).toMatchObject({
    success: true,
    updated_words: draft.filter(({ touched }) => touched).length,
    updated_segments: sentences(draft).filter((sentence) => sentence.some(({ touched }) => touched)).length,
    replacements_applied: counts.reduce((sum, count) => sum + count, 0),
    unmatched_phrase_replacements: phrases.filter((_, index) => counts[index] === 0),
  });
});

function expectDraft(turn: Turn, captions: readonly Caption[], draft: Draft, project: Project): void {
  // Use the order before the correction, because a caption without its first word can now begin after another caption.
  const before = project.captions.map(({ id }) => id);
  const inOrder = [...captions].sort((a, b) => before.indexOf(a.id) - before.indexOf(b.id));
  const placed = inOrder.flatMap((caption) => caption.words.map((word) => ({ caption, word })));
  expect(placed.map(({ word }) => word.word)).toEqual(draft.map(({ text }) => text));
  placed.forEach(({ caption, word }, index) => {
    const expected = draft[index] as DraftWord;
    expect(expected.captions).toContain(caption.id);
    if (expected.touched) {
      expect(word.start).toBeGreaterThanOrEqual(expected.start);
      expect(word.end).toBeLessThanOrEqual(expected.end);
      if (!project.captions.some(({ words }) => words.some(({ id }) => id === word.id))) turn.expectNewId(word.id);
    } else {
      expect(word).toEqual(expected.old);
    }
    expect(bare(word.word).core).not.toBe('');
  });
}

export const calls = {
  'transcript.correct': { weight: 5, arbitrary: correct },
};
