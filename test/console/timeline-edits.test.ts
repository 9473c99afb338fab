import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import {
  type Edit,
  editAfterDrag,
  hintOf,
  retimedTogether,
  snapped,
  spansAfter,
} from '../../mock/console/timeline/model/edit.ts';
import { neighbor, selectionAfter } from '../../mock/console/timeline/model/selection.ts';
import { send } from '../../mock/console/timeline/model/send.ts';
import { timelineOf, wireOf } from '../../mock/console/timeline/model/timeline.ts';
import { seedShortSpeech } from '../support/speech.ts';

async function openSpeech() {
  const mock = createMock();
  const { id } = await seedShortSpeech(mock);
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0 });
  const read = () => timelineOf(mock.state.project(id));
  const timeline = read();
  return { id, client, read, timeline, send: (edit: Edit) => send(edit, { client, projectId: id, timeline }) };
}

const noModifier = { ctrlKey: false, metaKey: false, shiftKey: false };

describe('an open project', () => {
  test('shows a selected item as the API returns it', async () => {
    const { id, client, timeline } = await openSpeech();
    const { items } = await client.timeline.at(id, { time_seconds: 1 });
    expect(items).toHaveLength(3);
    for (const item of items) {
      expect(wireOf(timeline.itemsById.get(item.id) ?? raise(), timeline.unitsPerSecond)).toEqual(item);
    }
  });

  test('shows a selected word as the API returns it, without its style', async () => {
    const { id, client, timeline } = await openSpeech();
    for await (const word of client.captions.words.list(id)) {
      const shown = wireOf(timeline.wordsById.get(word.id) ?? raise(), timeline.unitsPerSecond);
      expect(word).toMatchObject(shown);
    }
  });

  test('shows the highest layer first', async () => {
    const { timeline } = await openSpeech();
    expect(timeline.lanes.map(({ items }) => items.all[0]?.content.type)).toEqual(['caption', 'audio', 'video']);
    expect(timeline.duration).toBe(12.5);
  });
});

describe('when keys and clicks select,', () => {
  test('arrow keys move in a lane and to other lanes, Enter moves to the words, and the up key moves back', async () => {
    const { timeline } = await openSpeech();
    const [first, second] = timeline.lanes[0]?.items.all ?? [];
    if (!first || !second) throw new Error('No captions.');
    expect(neighbor(timeline, first, 'ArrowRight')).toBe(second);
    expect(neighbor(timeline, second, 'ArrowLeft')).toBe(first);
    expect(neighbor(timeline, first, 'ArrowLeft')).toBeUndefined();
    expect(neighbor(timeline, second, 'ArrowDown')?.id).toBe(timeline.lanes[1]?.items.all[0]?.id);
    expect(neighbor(timeline, first, 'ArrowUp')).toBeUndefined();
    const word = neighbor(timeline, second, 'Enter') ?? raise();
    expect(word.label).toBe('to');
    expect(neighbor(timeline, word, 'ArrowUp')).toBe(second);
  });

  test('Shift selects a range, Ctrl adds or removes a word, and a click selects one word', async () => {
    const { timeline } = await openSpeech();
    const ids = timeline.words.all.slice(0, 4).map(({ id }) => id);
    const [first = '', second = '', third = ''] = ids;
    expect(selectionAfter(timeline, [first], third, { ...noModifier, shiftKey: true })).toEqual([first, second, third]);
    expect(selectionAfter(timeline, [first], third, { ...noModifier, ctrlKey: true })).toEqual([first, third]);
    expect(selectionAfter(timeline, [first, third], third, { ...noModifier, metaKey: true })).toEqual([first]);
    expect(selectionAfter(timeline, [first, third], second, noModifier)).toEqual([second]);
    // The start of the range stays first, so that another click with Shift selects from there.
    const backwards = selectionAfter(timeline, [third], first, { ...noModifier, shiftKey: true });
    expect(backwards).toEqual([third, second, first]);
  });

  test('items and words are not selected together', async () => {
    const { timeline } = await openSpeech();
    const [word, item] = [timeline.words.all[0]?.id ?? '', timeline.lanes[0]?.items.all[0]?.id ?? ''];
    expect(selectionAfter(timeline, [word], item, { ...noModifier, ctrlKey: true })).toEqual([item]);
  });
});

describe('while dragging,', () => {
  test('several items move together, and stop at the start of the timeline', async () => {
    const { timeline } = await openSpeech();
    const ids = timeline.lanes[0]?.items.all.slice(1, 3).map(({ id }) => id) ?? [];
    const edit = editAfterDrag(timeline, ids, undefined, -5);
    expect(edit).toEqual({ kind: 'move', ids, by: -2 });
    const spans = spansAfter(timeline, edit);
    expect(ids.map((id) => spans.get(id)?.start)).toEqual([0, 5]);
    const words = timeline.words.all.filter(({ caption }) => ids.includes(caption.itemId));
    expect(words.length).toBeGreaterThan(5);
    for (const { id, start } of words) expect(spans.get(id)?.start).toBeCloseTo(start - 2);
    expect(spans.size).toBe(ids.length + words.length);
  });

  test('an edge of an item trims it, but cannot make it longer', async () => {
    const { timeline } = await openSpeech();
    const [{ id, end } = raise()] = timeline.lanes[0]?.items.all ?? [];
    expect(editAfterDrag(timeline, [id], 'end', -0.5)).toEqual({ kind: 'trim', id, edge: 'end', by: 0.5 });
    const longer = editAfterDrag(timeline, [id], 'end', 0.5);
    expect(spansAfter(timeline, longer).get(id)).toEqual({ start: 0, end });
    expect(hintOf(timeline, longer)).toBe('An item cannot be made longer: the API can only cut it.');
    const cut = editAfterDrag(timeline, [id], 'start', 0.5);
    expect(spansAfter(timeline, cut).get(id)).toEqual({ start: 0.5, end });
  });

  test('a shared boundary moves for both words in one call', async () => {
    const { timeline, send, read } = await openSpeech();
    const [we, choose, to] = timeline.words.all;
    if (!we || !choose || !to) throw new Error('Words are missing.');
    const edit = editAfterDrag(timeline, [choose.id], 'start', 0.1) ?? raise();
    const boundary = Math.round((choose.start + 0.1) * 1000) / 1000;
    expect(edit).toEqual({
      kind: 'retime',
      words: [
        { id: we.id, start: we.start, end: boundary },
        { id: choose.id, start: boundary, end: choose.end },
      ],
    });
    expect(editAfterDrag(timeline, [choose.id], 'end', -0.1)).toMatchObject({
      words: [{ id: choose.id }, { id: to.id, start: Math.round((to.start - 0.1) * 1000) / 1000, end: to.end }],
    });
    expect(await send(edit)).toMatchObject({ outcome: 'done', requestId: 'req-1' });
    expect(read().wordsById.get(we.id)?.end).toBe(boundary);
  });

  test('a word next to a pause does not move when its neighbor is retimed', async () => {
    const { timeline } = await openSpeech();
    const [we, choose, to] = timeline.words.all.map((word) => ({ ...word, end: word.end - 0.05 }));
    if (!we || !choose || !to) throw new Error('Words are missing.');
    const apart = { ...timeline, words: { ...timeline.words, all: [we, choose, to] } };
    const span = { start: choose.start + 0.1, end: choose.end - 0.1 };
    expect(retimedTogether(apart, choose, span)).toEqual([{ id: choose.id, ...span }]);
  });

  test('only one word changes if Shift is held or if its edge does not touch another word', async () => {
    const { timeline } = await openSpeech();
    const last = timeline.words.all.find(({ label }) => label === 'decade.') ?? raise();
    const alone = { kind: 'retime', words: [{ id: last.id, start: last.start, end: last.end - 0.5 }] };
    expect(editAfterDrag(timeline, [last.id], 'end', -0.5)).toEqual(alone);
    const { id, start, end } = timeline.words.all[1] ?? raise();
    expect(editAfterDrag(timeline, [id], 'start', 0.1, true)).toEqual({
      kind: 'retime',
      words: [{ id, start: Math.round((start + 0.1) * 1000) / 1000, end }],
    });
  });

  test('the hint names the new time of a trimmed edge, and warns if a caption’s words change their times', async () => {
    const { timeline } = await openSpeech();
    const [caption, video] = [timeline.lanes[0]?.items.all[0], timeline.lanes.at(-1)?.items.all[0]];
    const hint = (id = '', edge: 'start' | 'end') => hintOf(timeline, { kind: 'trim', id, edge, by: 0.5 });
    expect(hint(caption?.id, 'start')).toBe(
      'The start moves to 0:00.500. Its words share the time that is left. A cut cannot be undone.',
    );
    expect(hint(video?.id, 'end')).toBe('The end moves to 0:12.000. A cut cannot be undone.');
    expect(hintOf(timeline, { kind: 'move', ids: [video?.id ?? ''], by: 1 })).toBeUndefined();
  });

  test('an edge snaps to a nearby snap point', () => {
    expect(snapped(0.97, [1, 3], [2, 9], 0.05)).toEqual({ by: 1, place: 2 });
    expect(snapped(0.9, [1, 3], [2, 9], 0.05)).toEqual({ by: 0.9 });
  });
});

describe('the result of an edit', () => {
  test('names the new layer of a caption that was moved onto another caption', async () => {
    const { timeline, send } = await openSpeech();
    const [{ id } = raise()] = timeline.lanes[0]?.items.all ?? [];
    const result = await send({ kind: 'move', ids: [id], by: 2.5 });
    expect(result).toMatchObject({ outcome: 'different', requestId: 'req-1' });
    expect(result.text).toContain('layer 3');
  });

  test('names each of several items whose layer changed', async () => {
    const { timeline, send } = await openSpeech();
    const [first, second, third] = timeline.lanes[0]?.items.all ?? [];
    if (!first || !second || !third) throw new Error('Items are missing.');
    const { text } = await send({ kind: 'move', ids: [first.id, second.id], by: third.start - second.start });
    expect(text).toContain(`"${second.label}" is now on layer 3`);
    expect(text).not.toContain(`"${first.label}"`);
  });

  test('is a rejection if the response has failed items', async () => {
    const { timeline, send, read } = await openSpeech();
    const [{ id } = raise()] = timeline.lanes[0]?.items.all ?? [];
    const result = await send({ kind: 'trim', id, edge: 'end', by: 100 });
    expect(result).toMatchObject({ outcome: 'refused', requestId: 'req-1' });
    expect(result.text).toContain('empty');
    expect(read().itemsById.get(id)).toEqual(timeline.itemsById.get(id));
  });

  test('is a later start if the start of an item was cut, although the service keeps it', async () => {
    const { timeline, send, read } = await openSpeech();
    const { itemId, words } = timeline.captions.all[1] ?? raise();
    const { start, end } = timeline.itemsById.get(itemId) ?? raise();
    const result = await send({ kind: 'trim', id: itemId, edge: 'start', by: 0.5 });
    expect(result).toMatchObject({ outcome: 'done', requestId: 'req-2' });
    const after = read();
    expect(after.itemsById.get(itemId)).toMatchObject({ start: start + 0.5, end });
    expect(after.captions.all[1]?.words).toHaveLength(words.length);
    expect(after.captions.all[1]).toMatchObject({ start: start + 0.5, end });
  });

  test('is visible in the project for edits of words, media, effects and phrases', async () => {
    const { timeline, send, read } = await openSpeech();
    const [we, choose, to] = timeline.words.all;
    const video = timeline.lanes.at(-1)?.items.all[0];
    if (!we || !choose || !to || !video) throw new Error('Something is missing.');
    await send({ kind: 'retime', words: [{ id: we.id, start: 0, end: 0.2 }] });
    await send({ kind: 'media', id: video.id, volume: 0.5, opacity: 0.25 });
    await send({ kind: 'effect', id: video.id, effect: 'zoom', fields: { scale: 1.2 } });
    await send({ kind: 'effect', id: video.id, effect: 'colorgrade', fields: { saturation: 0.8 } });
    await send({ kind: 'replace', from: ['easy,'], to: ['hard,'], matchCase: false });
    await send({ kind: 'merge', ids: [choose.id, to.id] });
    const split = await send({ kind: 'split', id: we.id, texts: ['All', 'of', 'us'] });
    const after = read();
    expect(after.words.all.slice(0, 5).map(({ label }) => label)).toEqual(['All', 'of', 'us', 'choose to', 'go']);
    expect(after.wordsById.get(split.newIds?.at(-1) ?? '')?.end).toBe(0.2);
    expect(after.words.all.some(({ label }) => label === 'hard,')).toBe(true);
    expect(after.itemsById.get(video.id)?.content.media).toMatchObject({ volume: 0.5, opacity: 0.25 });
    expect(after.itemsById.get(video.id)?.content.effects).toMatchObject([
      { type: 'zoom', fields: { scale: 1.2 } },
      { type: 'colorgrade', fields: { saturation: 0.8 } },
    ]);
  });

  test('says that a phrase was not found', async () => {
    const { send } = await openSpeech();
    const result = await send({ kind: 'replace', from: ['Mars'], to: ['Moon'], matchCase: false });
    expect(result).toMatchObject({ outcome: 'unchanged', text: expect.stringContaining('not found') });
  });
});

function raise(): never {
  throw new Error('It is missing.');
}
