import fc from 'fast-check';
import { expect } from 'vitest';
import { action, place } from './action.ts';
import { expectCaptions, expectSegments, expectWords } from './reads.ts';
import { at } from './state.ts';

const page = {
  limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  offset: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
};

const listCaptions = action('listCaptions', fc.record({ project: place, ...page }), async (turn, params) => {
  const { id, project } = turn.target(params.project);
  if (project) return expectCaptions(turn, project, params);
  expect((await turn.read('captions.list', { path: { projectId: id } })).status).toBe(404);
});

const listWordsParams = fc.record({
  project: place,
  ...page,
  item: fc.option(place, { nil: undefined }),
  match_text: fc.option(fc.constantFrom('o', 'MOON', '.', 'xyz'), { nil: undefined }),
});

const listWords = action('listWords', listWordsParams, async (turn, { project: which, item, ...query }) => {
  const { id, project } = turn.target(which);
  const captions = project?.items.filter(({ type }) => type === 'caption') ?? [];
  const itemId = item && (at(captions, item.place)?.id ?? 'none');
  if (project) return expectWords(turn, project, { ...query, timeline_item_id: itemId });
  expect((await turn.read('captions.words.list', { path: { projectId: id } })).status).toBe(404);
});

const listSegmentsParams = fc.record({
  project: place,
  strategy: fc.option(fc.constantFrom('sentence', 'paragraph', 'time-window'), { nil: undefined }),
  max: fc.option(fc.constantFrom(0.5, 1, 2, 5), { nil: undefined }),
});

const listSegments = action('listSegments', listSegmentsParams, async (turn, { project: which, ...query }) => {
  const { id, project } = turn.target(which);
  if (project) return expectSegments(turn, project, query);
  expect((await turn.read('transcript.segments', { path: { projectId: id } })).status).toBe(404);
});

export const calls = {
  'captions.list': { weight: 1, arbitrary: listCaptions },
  'captions.words.list': { weight: 1, arbitrary: listWords },
  'transcript.segments': { weight: 1, arbitrary: listSegments },
};
