import { signal } from '@preact/signals';
import type { CallFault, ProjectContent } from 'clipwright/mock';
import { expect, test, vi } from 'vitest';
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
  const editor = createEditor(store, id, view, async () => {
    content.value = mock.state.project(id);
  });
  const hitBy = async (fault: CallFault) => {
    mock.faults.add(fault);
    await editor.send({ kind: 'replace', from: ['We'], to: ['They'], matchCase: true });
    const result = view.sent.value;
    if (!result) throw new Error('There is no result.');
    const count = mock.requests.matching({ source: 'any' }).length;
    await eventually(() => expect(store.values.requests.value).toHaveLength(count));
    return { result, request: hitOf(result, store.values.requests.value ?? []) };
  };
  return { view, editor, hitBy, firstWord: () => view.timeline.value.words.all[0]?.label };
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

test('the note names a fault that hit this edit before it was retried, but not a fault that hit an earlier edit', async () => {
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
