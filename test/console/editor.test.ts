import { signal } from '@preact/signals';
import type { CallFault, ProjectContent } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
import { type Edit, editAfterDrag } from '../../mock/console/timeline/model/edit.ts';
import { createEditor } from '../../mock/console/timeline/model/editor.ts';
import { hitOf } from '../../mock/console/timeline/model/send.ts';
import { TimelineView } from '../../mock/console/timeline/model/timeline-view.ts';
import { eventually } from '../support/patience.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { consoleStore } from './support/console-store.ts';

async function openEditor() {
  const { mock, store, server } = await consoleStore();
  vi.stubGlobal('location', { origin: new URL(server.baseUrl).origin });
  const { id } = await seedShortSpeech(mock);
  store.show('test');
  await eventually(() => expect(store.values.requests.value).toEqual([]));
  const content = signal<ProjectContent | undefined>(mock.state.project(id));
  const view = new TimelineView(content);
  const read = () => {
    content.value = mock.state.project(id);
  };
  const editor = createEditor(store, id, view, async () => read());
  const hitBy = async (fault: CallFault) => {
    mock.faults.add(fault);
    await editor.send({ kind: 'replace', from: ['We'], to: ['They'], matchCase: true });
    const result = view.sent.value;
    if (!result) throw new Error('There is no result.');
    const count = mock.requests.matching({ source: 'any' }).length;
    await eventually(() => expect(store.values.requests.value).toHaveLength(count));
    return { result, request: hitOf(result, store.values.requests.value ?? []) };
  };
  return { mock, view, editor, read, hitBy, firstWord: () => view.timeline.value.words.all[0]?.label };
}

test('an edit without a response is shown as lost, reloads the project, and links to the request and its fault', async () => {
  const { hitBy, firstWord } = await openEditor();
  const { result, request } = await hitBy({ drop: true, when: 'after' });
  expect(result).toMatchObject({ outcome: 'lost', requestId: null });
  expect(request).toMatchObject({ id: 'req-1', fault: 'fault-1', status: null });
  expect(request?.why?.message).toContain('after the service had done the work');
  expect(firstWord()).toBe('They');
});

test('an edit is shown as possibly made after a 503, and as rejected after a 429', async () => {
  const { hitBy, firstWord } = await openEditor();
  const failed = await hitBy({ status: 503, times: 1 });
  expect(failed.result).toMatchObject({ outcome: 'lost', requestId: 'req-1' });
  const refused = await hitBy({ status: 429 });
  expect(refused.result).toMatchObject({ outcome: 'refused', requestId: 'req-2' });
  expect(refused.request).toMatchObject({ id: 'req-2', fault: 'fault-2' });
  expect(firstWord()).toBe('We');
});

test('the note about an edit names a fault that hit it before a retry, but no fault of an earlier edit', async () => {
  const { view, editor, hitBy } = await openEditor();
  const { result, request } = await hitBy({ drop: true, times: 1 });
  if (!request) throw new Error('There is no request.');
  const again = { ...request, id: 'req-2', fault: null };
  expect(hitOf({ ...result, requestId: 'req-2' }, [request, again])).toBe(request);
  const ofApp = { ...again, source: 'client' as const, fault: 'fault-2' };
  expect(hitOf({ ...result, requestId: 'req-2' }, [request, ofApp])).toBe(request);

  await editor.send({ kind: 'media', id: '', volume: 1, opacity: 1 });

  const next = view.sent.value;
  expect(next).toMatchObject({ outcome: 'refused', requestId: null, after: 'req-1' });
  expect(next && hitOf(next, [request])).toBeUndefined();
  // No request is found if the list has neither `requestId` nor `after`, for example after a restart of the mock.
  expect(hitOf({ requestId: 'req-9', after: 'req-8' }, [request])).toBeUndefined();
});

test('edits and undos that are ordered while another edit is in flight follow it, in order', async () => {
  const { mock, view, editor } = await openEditor();
  const items = [...view.timeline.value.itemsById.values()].filter(({ content }) => content.type !== 'caption');
  const [one, other] = items.map(({ id }) => id);
  if (!one || !other) throw new Error('There are too few items.');
  mock.faults.add({ delay: 50, match: { endpoint: 'timeline.batchMove' }, times: 2 });

  const all = editor.send({ kind: 'move', ids: [one], by: 1 });
  await Promise.all([
    editor.send({ kind: 'move', ids: [other], by: 2 }),
    editor.send({ kind: 'move', ids: [one], by: 4 }),
    editor.send('undo'),
    editor.send(({ itemsById }) => ({ kind: 'move', ids: [one], by: 7 - (itemsById.get(one)?.start ?? 0) })),
  ]);
  expect(view.editedSpans.value.get(other)?.start).toBe(2);
  expect(view.queue.value).toHaveLength(5);
  await all;

  const starts = () => [one, other].map((id) => view.timeline.value.itemsById.get(id)?.start);
  expect(starts()).toEqual([7, 2]);
  expect(view.queue.value).toEqual([]);
  for (const left of [
    [1, 2],
    [1, 0],
    [0, 0],
  ]) {
    await editor.send('undo');
    expect(starts()).toEqual(left);
  }
});

test('an edit that is refused keeps the ones after it from being sent, and says so', async () => {
  const { mock, view, editor } = await openEditor();
  const [{ id } = raise()] = view.timeline.value.itemsById.values();
  mock.faults.add({ status: 429, match: { endpoint: 'timeline.batchMove' }, times: 1 });
  const all = editor.send({ kind: 'move', ids: [id], by: 1 });
  for (const order of ['undo', 'undo'] as const) await editor.send(order);
  await all;
  expect(view.sent.value?.outcome).toBe('refused');
  expect(view.sent.value?.unsent).toBe(2);
  expect(mock.requests.matching({ source: 'any' })).toHaveLength(1);
});

test('an edit whose second call fails keeps the ones after it from being sent, and tells what it has changed', async () => {
  const { mock, view, editor } = await openEditor();
  const [one, other] = view.timeline.value.captions.all.map(({ itemId }) => itemId);
  if (!one || !other) throw new Error('There are too few captions.');
  mock.faults.add({ status: 503, match: { endpoint: 'timeline.batchMove' }, times: 1 });
  const all = editor.send({ kind: 'trim', id: one, edge: 'start', by: 0.5 });
  await editor.send({ kind: 'trim', id: other, edge: 'end', by: 0.5 });
  await all;
  expect(mock.requests.matching({ source: 'any' }).map(({ endpoint }) => endpoint)).toEqual([
    'timeline.batchTrim',
    'timeline.batchMove',
  ]);
  expect(view.sent.value).toMatchObject({ outcome: 'partial', unsent: 1, requestId: 'req-2' });
  expect(view.sent.value?.text).toMatch(/^It was cut, but moving its start failed: ./);
  await editor.send('undo');
  expect(view.sent.value?.text).toBe('The edit cannot be undone: the API has no call for it.');
});

test('drags of a word that are ordered while its caption moves start where it will be', async () => {
  const { mock, view, editor } = await openEditor();
  const { itemId, words } = view.timeline.value.captions.all.at(-1) ?? raise();
  const { id, start, end } = words.at(-1) ?? raise();
  mock.faults.add({ delay: 50, match: { endpoint: 'timeline.batchMove' }, times: 1 });
  const retime = (by: number) => editor.send((timeline) => editAfterDrag(timeline, [id], 'end', by));
  const all = editor.send({ kind: 'move', ids: [itemId], by: 2 });
  await Promise.all([retime(-0.1), retime(-0.1)]);
  const moved = { start: start + 2, end: end + 1.8 };
  expect(view.expected.value.wordsById.get(id)).toMatchObject(moved);
  expect(view.editedSpans.value.get(id)).toMatchObject(moved);
  expect(view.timeline.value.wordsById.get(id)).toMatchObject({ start, end });
  await all;
  expect(view.timeline.value.wordsById.get(id)).toMatchObject(moved);
  expect(view.expected.value).toBe(view.timeline.value);
});

test('an edit is shown as done once, even if the project is read between its two calls', async () => {
  const { mock, view, editor, read } = await openEditor();
  const { itemId } = view.timeline.value.captions.all[0] ?? raise();
  const { start, end } = view.timeline.value.itemsById.get(itemId) ?? raise();
  mock.faults.add({ delay: 50, match: { endpoint: 'timeline.batchMove' }, times: 1 });
  const all = editor.send({ kind: 'trim', id: itemId, edge: 'start', by: 0.5 });
  await eventually(() => expect(mock.requests.matching({ source: 'any' })).toHaveLength(1));
  read();
  expect(view.timeline.value.itemsById.get(itemId)).toMatchObject({ start, end: end - 0.5 });
  expect(view.expected.value.itemsById.get(itemId)).toMatchObject({ start: start + 0.5, end });
  await all;
  expect(view.expected.value.itemsById.get(itemId)).toMatchObject({ start: start + 0.5, end });
});

test('a drag of a word that the edit before it has replaced says that the word is gone', async () => {
  const { mock, view, editor } = await openEditor();
  const [{ id } = raise()] = view.timeline.value.words.all;
  const all = editor.send({ kind: 'split', id, texts: ['W', 'e'] });
  await editor.send((timeline) => editAfterDrag(timeline, [id], 'end', -0.1));
  await all;
  expect(view.sent.value?.text).toBe('What it would change is no longer there.');
  expect(mock.requests.matching({ source: 'any' })).toHaveLength(1);
});

test('the message of a rejected edit does not name fields of the API', async () => {
  const { view, editor } = await openEditor();
  const [we, choose] = view.timeline.value.words.all;
  const [caption] = view.timeline.value.captions.all;
  if (!we || !choose || !caption) throw new Error('Something is missing.');
  const textAfter = async (edit: Edit) => {
    await editor.send(edit);
    return view.sent.value?.text;
  };
  const past = [
    { ...we, end: we.start - 0.1 },
    { ...choose, start: we.start - 0.1 },
  ];
  expect(await textAfter({ kind: 'retime', words: past.map(({ id, start, end }) => ({ id, start, end })) })).toBe(
    'The end of "We" must be at least one unit of time after the start.',
  );
  expect(await textAfter({ kind: 'retime', words: [{ id: we.id, start: 0, end: choose.end }] })).toBe(
    'The end of "We" must not be after the start of "choose".',
  );
  expect(await textAfter({ kind: 'trim', id: caption.itemId, edge: 'end', by: 99 })).toBe(
    'The trim would leave the item empty.',
  );
});

function raise(): never {
  throw new Error('It is missing.');
}

test('an edit uses its project’s workspace if all workspaces are shown', async () => {
  const { mock, store, server } = await consoleStore();
  vi.stubGlobal('location', { origin: new URL(server.baseUrl).origin });
  await seedShortSpeech(mock, 'mine');
  const { id } = await seedShortSpeech(mock, 'theirs');
  store.show(undefined);
  await eventually(() => expect(store.status.value).toBe('open'));
  const view = new TimelineView(signal<ProjectContent | undefined>(mock.state.project(id)));
  const editor = createEditor(store, id, view, async () => {});

  await editor.send({ kind: 'replace', from: ['We'], to: ['They'], matchCase: true });

  expect(view.sent.value).toMatchObject({ outcome: 'done' });
  expect(mock.requests.matching({ source: 'console', apiKey: 'theirs' })).toHaveLength(1);
  expect(mock.state.project(id).captions[0]?.words[0]?.[1]).toBe('They');
});
