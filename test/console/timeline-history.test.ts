import { signal } from '@preact/signals';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { type Edit, idsOf } from '../../mock/console/timeline/model/edit.ts';
import { History, inverseOf, type Way } from '../../mock/console/timeline/model/history.ts';
import { send } from '../../mock/console/timeline/model/send.ts';
import { type Timeline, timelineOf } from '../../mock/console/timeline/model/timeline.ts';
import { seedShortSpeech } from '../support/speech.ts';

async function openSpeech() {
  const mock = createMock();
  const { id } = await seedShortSpeech(mock);
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch, maxRetries: 0 });
  const timeline = signal(timelineOf(mock.state.project(id)));
  const history = new History();
  const make = async (edit: Edit, way?: Way) => {
    const before = timeline.value;
    const result = await send(edit, { client, projectId: id, timeline: before });
    timeline.value = timelineOf(mock.state.project(id));
    if (way !== undefined || result.outcome !== 'refused') history.record(edit, before, timeline.value, way);
    return result;
  };
  const repeat = async (way: Way) => make(history.next(way, timeline.value) ?? raise(), way);
  /** Edits the project without the history, as another page or an application does. */
  const elsewhere = async (edit: Edit) => {
    await send(edit, { client, projectId: id, timeline: timeline.value });
    timeline.value = timelineOf(mock.state.project(id));
  };
  return { timeline, history, make, repeat, elsewhere };
}

const first = ({ captions }: Timeline) => captions.all[0] ?? raise();
const second = ({ captions }: Timeline) => captions.all[1] ?? raise();
const video = ({ lanes }: Timeline) => lanes.at(-1)?.items.all[0] ?? raise();

const edits: [string, (timeline: Timeline) => Edit][] = [
  ['a move of one item', (timeline) => ({ kind: 'move', ids: [video(timeline).id], by: 3 })],
  [
    'a move of several items',
    ({ captions }) => ({ kind: 'move', ids: captions.all.map(({ itemId }) => itemId), by: 20 }),
  ],
  [
    'a change of word times',
    ({ words }) => ({ kind: 'retime', words: [{ id: words.all[0]?.id ?? '', start: 0, end: 0.1 }] }),
  ],
  [
    'a change of volume and opacity',
    (timeline) => ({ kind: 'media', id: video(timeline).id, volume: 0.5, opacity: 0.25 }),
  ],
];

test.each(edits)('undo and redo work for %s', async (_, editOf) => {
  const { timeline, history, make, repeat } = await openSpeech();
  const edit = editOf(timeline.value);
  const before = valuesIn(timeline.value, edit);
  await make(edit);
  const after = valuesIn(timeline.value, edit);
  expect(after).not.toEqual(before);
  await repeat('undo');
  expect(valuesIn(timeline.value, edit)).toEqual(before);
  expect(history.next('undo', timeline.value)).toBeUndefined();
  await repeat('redo');
  expect(valuesIn(timeline.value, edit)).toEqual(after);
  await repeat('undo');
  expect(valuesIn(timeline.value, edit)).toEqual(before);
});

test('undo reverts several edits, the last one first', async () => {
  const { timeline, make, repeat } = await openSpeech();
  const { id, start } = video(timeline.value);
  for (const by of [1, 2, 4]) await make({ kind: 'move', ids: [id], by });
  for (const left of [3, 1, 0]) {
    await repeat('undo');
    expect(video(timeline.value).start).toBe(start + left);
  }
});

test('a new edit leaves nothing to redo', async () => {
  const { timeline, history, make, repeat } = await openSpeech();
  const { id } = video(timeline.value);
  await make({ kind: 'move', ids: [id], by: 1 });
  await repeat('undo');
  await make({ kind: 'move', ids: [id], by: 2 });
  expect(history.next('redo', timeline.value)).toBeUndefined();
  expect(history.skip('redo')).toBe('There is nothing to redo.');
});

test('an edit cannot be undone after its item was edited elsewhere', async () => {
  const { timeline, history, make, elsewhere } = await openSpeech();
  const { id } = video(timeline.value);
  await make({ kind: 'move', ids: [id], by: 1 });
  await elsewhere({ kind: 'move', ids: [second(timeline.value).itemId], by: 30 });
  expect(history.next('undo', timeline.value)).toBeDefined();
  await elsewhere({ kind: 'move', ids: [id], by: 1 });
  expect(history.next('undo', timeline.value)).toBeUndefined();
  expect(history.skip('undo')).toBe('The edit cannot be undone: it was edited since.');
});

test('undoing an edit that has no inverse says so, and the edits before it can still be undone', async () => {
  const { timeline, history, make, repeat } = await openSpeech();
  const { itemId } = first(timeline.value);
  const { start = 0 } = timeline.value.itemsById.get(itemId) ?? {};
  await make({ kind: 'move', ids: [itemId], by: 30 });
  await make({ kind: 'trim', id: itemId, edge: 'end', by: 0.5 });
  expect(history.next('undo', timeline.value)).toBeUndefined();
  expect(history.skip('undo')).toBe(
    'The edit cannot be undone: the API has no call for it. The next undo goes back to the one before it.',
  );
  await repeat('undo');
  expect(timeline.value.itemsById.get(itemId)?.start).toBe(start);
  expect(history.skip('undo')).toBe('There is nothing to undo.');
});

test('an undone move says that the item stays on the layer to which the move has brought it', async () => {
  const { timeline, make, repeat } = await openSpeech();
  const { itemId } = first(timeline.value);
  const risen = await make({ kind: 'move', ids: [itemId], by: 2.5 });
  expect(risen.text).toContain('It is now on layer 3, since it would overlap on layer 2. It stays there');
  expect(await repeat('undo')).toMatchObject({
    outcome: 'different',
    text: 'It stays on layer 3: the API cannot put it back on layer 2.',
  });
  expect(await repeat('redo')).toMatchObject({ outcome: 'done' });
});

test.each<Edit>([
  { kind: 'trim', id: 'a', edge: 'end', by: 1 },
  { kind: 'split', id: 'a', texts: ['b', 'c'] },
  { kind: 'merge', ids: ['a', 'b'] },
  { kind: 'replace', from: ['a'], to: ['b'], matchCase: false },
  { kind: 'effect', id: 'a', effect: 'zoom', fields: {} },
])('an edit of the kind $kind has no inverse', (edit) => {
  expect(inverseOf(edit, timelineOf(undefined))).toBeUndefined();
});

function valuesIn({ itemsById, wordsById }: Timeline, edit: Edit): unknown[] {
  return idsOf(edit).map((id) => {
    const { start, end, ...rest } = itemsById.get(id) ?? wordsById.get(id) ?? raise();
    return { start, end, media: 'content' in rest ? rest.content.media : undefined };
  });
}

function raise(): never {
  throw new Error('It is missing.');
}
