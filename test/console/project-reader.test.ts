import { createMock, type Mock } from 'clipwright/mock';
import { afterEach, expect, test } from 'vitest';
import { controlAt, MockStore } from '../../mock/console/data/mock-store.ts';
import { ProjectReader } from '../../mock/console/projects/project-reader.ts';
import { eventually } from '../support/patience.ts';
import { seedShortSpeech } from '../support/speech.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function openProject() {
  const mock = createMock();
  const { baseUrl, close } = await mock.listen();
  endings.push(close);
  const control = controlAt(new URL(baseUrl).origin);
  const store = new MockStore(control, await control.call('about'));
  const { id } = await seedShortSpeech(mock);
  store.show(undefined);
  endings.push(() => store.close());
  const reader = new ProjectReader(store, id);
  endings.push(reader.follow());
  await eventually(() => expect(reader.content.value?.items).toHaveLength(7));
  await eventually(() => expect(store.values.projects.value).toHaveLength(1));
  return { mock, store, reader, id };
}

function rename(mock: Mock, id: string) {
  const body = JSON.stringify({ phrase_replacements: [{ from_words: ['We'], to_words: ['They'] }] });
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  return mock.fetch(`${mock.baseUrl}/projects/${id}/transcript/corrections`, { method: 'POST', headers, body });
}

const firstWord = ({ content }: ProjectReader) => content.value?.captions[0]?.words[0]?.[1];

test('a project is reloaded after a change by another client, and after a restore', async () => {
  const { mock, reader, id } = await openProject();
  const before = mock.snapshot();
  await rename(mock, id);
  await eventually(() => expect(firstWord(reader)).toBe('They'));
  mock.restore(before);
  await eventually(() => expect(firstWord(reader)).toBe('We'));
  await rename(mock, id);
  await eventually(() => expect(firstWord(reader)).toBe('They'));
});

test('a project disappears after a reset, and reappears after a restore', async () => {
  const { mock, reader } = await openProject();
  const before = mock.snapshot();
  mock.reset();
  await eventually(() => expect(reader.content.value).toBeUndefined());
  mock.restore(before);
  await eventually(() => expect(firstWord(reader)).toBe('We'));
});
