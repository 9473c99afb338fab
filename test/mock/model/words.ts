import fc from 'fast-check';
import { expect } from 'vitest';
import { action, oneIn, place, seconds, texts } from './action.ts';
import { expectShared, learnCaptions } from './learn.ts';
import { type Caption, lengthOf, type Project, settle, type Word, wordsOf } from './state.ts';
import type { Turn } from './turn.ts';

const split = action('split', fc.record({ project: place, word: place, texts }), async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const { id: word_id, word } = turn.word(project, params.word);
  const trimmed = params.texts.map((text) => text.trim());
  const refusals = [
    ...(word ? [] : [404]),
    ...(trimmed.length === 0 || trimmed.includes('') ? [400] : []),
    ...(word && trimmed.length > word.end - word.start ? [400] : []),
  ];
  const body = { word_id, words: params.texts };
  const response = await turn.change('captions.words.split', { path: { projectId: id }, body }, { refusals });
  if (!response || !project || !word) return;
  const caption = captionOf(project, word);
  const { split_word_ids: ids } = response as { split_word_ids: string[] };
  const shown = (await learnCaptions(turn, project)).find((one) => one.id === caption.id)?.words ?? [];
  const newWords = shown.filter((one) => ids.includes(one.id));
  const { paragraph, emphasis } = word;
  expect(newWords).toMatchObject(trimmed.map((text) => ({ word: text, paragraph, emphasis })));
  expectShared(newWords, word.start, word.end);
  for (const one of newWords) turn.expectNewId(one.id);
  caption.words.splice(caption.words.indexOf(word), 1, ...newWords);
  settle(project);
  expect(response).toMatchObject({
    ...expectedEdit(caption),
    deleted_word_ids: [word_id],
    split_word_ids: ids,
    merged_word_id: null,
  });
});

const mergeParams = fc.record({
  project: place,
  word: place,
  count: fc.integer({ min: 1, max: 4 }),
  reversed: fc.boolean(),
  gap: fc.nat({ max: 19 }),
  extra: oneIn(place, 12),
});

const merge = action('merge', mergeParams, async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const { id: firstId, word } = turn.word(project, params.word);
  const all = project && word ? (captionOf(project, word)?.words ?? []) : [];
  const from = word ? all.indexOf(word) : 0;
  const run = all.slice(from, from + params.count).filter((_, index) => params.gap !== 0 || index !== 1);
  const others = params.extra === undefined ? [] : [turn.word(project, params.extra)];
  const chosen = [...(word ? run.map((one) => ({ id: one.id, word: one })) : [{ id: firstId, word }]), ...others];
  const known = chosen.flatMap((one) => one.word ?? []);
  const indexes = known.map((one) => all.indexOf(one)).sort((a, b) => a - b);
  const sideBySide = indexes.every((index, order) => index >= 0 && index === Number(indexes[0]) + order);
  const refusals = [
    ...(known.length === chosen.length && project ? [] : [404]),
    ...(chosen.length < 2 || !sideBySide ? [400] : []),
  ];
  const ids = chosen.map((one) => one.id);
  const body = { word_ids: params.reversed ? ids.reverse() : ids };
  const response = await turn.change('captions.words.merge', { path: { projectId: id }, body }, { refusals });
  if (!response || !project) return;
  const merged = all.slice(Number(indexes[0]), Number(indexes[0]) + indexes.length);
  const [first, ...rest] = merged;
  if (!first) return;
  const caption = captionOf(project, first);
  caption.words = caption.words.filter((one) => !rest.includes(one));
  first.word = merged.map((one) => one.word).join(' ');
  first.end = Number(rest.at(-1)?.end);
  first.emphasis = merged.some(({ emphasis }) => emphasis);
  settle(project);
  const deleted = rest.map((one) => one.id);
  expect(response).toMatchObject({
    ...expectedEdit(caption),
    deleted_word_ids: deleted,
    merged_word_id: first.id,
    split_word_ids: [],
  });
});

/** Generates changes of a word's start or end. Most of the changes shorten the word. */
const inwards = (sign: number) =>
  fc
    .oneof({ weight: 4, arbitrary: seconds(0, 0.2) }, { weight: 1, arbitrary: seconds(-0.4, 0) })
    .map((by) => by * sign);

const retimeParams = fc.record({
  project: place,
  words: fc.array(fc.record({ word: place, from: inwards(1), to: inwards(-1) }), { maxLength: 2 }),
  run: fc.record({ word: place, count: fc.constantFrom(0, 0, 0, 0, 1, 3), by: seconds(-0.5, 1) }),
});

const retime = action('retime', retimeParams, async (turn, params) => {
  const { id, project } = turn.target(params.project);
  const all = project ? wordsOf(project) : [];
  const first = Math.floor(params.run.word.place * all.length);
  const chosen = [
    ...params.words.map(({ word, from, to }) => ({ ...turn.word(project, word), from, to })),
    ...all
      .slice(first, first + params.run.count)
      .map((word) => ({ id: word.id, word, from: params.run.by, to: params.run.by })),
  ];
  const updates = chosen.map(({ id: word_id, word, from, to }) => ({
    word_id,
    start_seconds: turn.toSeconds(word?.start ?? 0) + from,
    end_seconds: turn.toSeconds(word?.end ?? 0) + to,
  }));
  const spans = new Map(
    updates.map((update) => [
      update.word_id,
      { start: turn.toUnits(update.start_seconds), end: turn.toUnits(update.end_seconds) },
    ]),
  );
  const refusals = [
    ...(project && chosen.every(({ word }) => word) ? [] : [404]),
    ...(spans.size < updates.length || updates.some(({ start_seconds }) => start_seconds < 0) ? [400] : []),
    ...(project && fits(project, spans) ? [] : [400]),
  ];
  const sent = { path: { projectId: id }, body: { updates } };
  const response = await turn.change('captions.words.retime', sent, { refusals });
  if (!response || !project) return;
  const views = chosen.map(({ word }) => retimed(turn, project, word as Word, spans));
  for (const { word } of chosen) Object.assign(word as Word, spans.get((word as Word).id));
  const captions = [...new Set(chosen.map(({ word }) => captionOf(project, word as Word)))];
  settle(project);
  expect(response).toMatchObject({
    updates: views,
    affected_caption_ids: captions.map((caption) => caption.id),
    words: captions.flatMap((caption) => expectedEdit(caption).words),
  });
});

/** Returns whether all words keep their order, and all captions fit on their layers and into the project. */
function fits(project: Project, spans: ReadonlyMap<string, { start: number; end: number }>): boolean {
  const spanOf = (word: Word) => spans.get(word.id) ?? word;
  const limit = lengthOf(project);
  const inside = [...spans.values()].every(({ start, end }) => start < end && end <= limit);
  const inOrder = project.captions.every(({ words }) =>
    words.every((word, index) => index === 0 || spanOf(words[index - 1] as Word).end <= spanOf(word).start),
  );
  const spanOfItem = (itemId: string) => {
    const words = project.captions.find((caption) => caption.itemId === itemId)?.words;
    return words && { start: spanOf(words[0] as Word).start, end: spanOf(words.at(-1) as Word).end };
  };
  const placed = project.items.map((item) => ({ ...item, ...spanOfItem(item.id) }));
  const room = placed.every((item, index) =>
    placed
      .slice(index + 1)
      .every((other) => other.layer !== item.layer || other.end <= item.start || item.end <= other.start),
  );
  return inside && inOrder && room;
}

function retimed(turn: Turn, project: Project, word: Word, spans: ReadonlyMap<string, { start: number; end: number }>) {
  const span = spans.get(word.id) ?? word;
  return {
    word_id: word.id,
    caption_id: captionOf(project, word).id,
    old_start_units: word.start,
    old_end_units: word.end,
    new_start_units: span.start,
    new_end_units: span.end,
    old_start_seconds: turn.toSeconds(word.start),
    old_end_seconds: turn.toSeconds(word.end),
    new_start_seconds: turn.toSeconds(span.start),
    new_end_seconds: turn.toSeconds(span.end),
  };
}

function captionOf(project: Project, word: Word): Caption {
  return project.captions.find(({ words }) => words.includes(word)) as Caption;
}

function expectedEdit({ id, words }: Caption) {
  return {
    success: true,
    affected_caption_ids: [id],
    words: words.map((word, order_index) => ({
      id: word.id,
      word: word.word,
      order_index,
      start_units: word.start,
      end_units: word.end,
    })),
  };
}

export const calls = {
  'captions.words.split': { weight: 4, arbitrary: split },
  'captions.words.merge': { weight: 5, arbitrary: merge },
  'captions.words.retime': { weight: 6, arbitrary: retime },
};
