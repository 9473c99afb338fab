import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { merged } from '../../mock/console/data/mock-store.ts';
import { eventually } from '../support/patience.ts';
import { consoleStore } from './support/console-store.ts';

test('the store loads past records, and is updated live', async () => {
  const { store, create } = await consoleStore();
  await create('Before');
  store.show(undefined);
  await eventually(() => expect(store.values.projects.value?.map(({ name }) => name)).toEqual(['Before']));
  expect(store.status.value).toBe('open');

  await create('After');

  await eventually(() => expect(store.values.projects.value?.map(({ name }) => name)).toEqual(['Before', 'After']));
  expect(store.values.requests.value?.map(({ endpoint }) => endpoint)).toEqual(['projects.create', 'projects.create']);
});

test('a single workspace is shown without the records of other workspaces', async () => {
  const { store, create } = await consoleStore();
  await create('Mine', 'mine');
  await create('Theirs', 'theirs');

  store.show('mine');
  await eventually(() => expect(store.values.projects.value?.map(({ name }) => name)).toEqual(['Mine']));
  await create('Of them', 'theirs');
  await create('Of me', 'mine');

  await eventually(() => expect(store.values.projects.value?.map(({ name }) => name)).toEqual(['Mine', 'Of me']));
  expect(store.values.requests.value).toHaveLength(2);
});

test('a single workspace is shown with its own faults and the faults for all API keys', async () => {
  const { mock, store, create } = await consoleStore();
  await create('Mine', 'mine');
  mock.faults.add({ status: 503 });
  mock.faults.add({ status: 503, apiKey: 'mine' });
  mock.faults.add({ status: 503, apiKey: 'theirs' });

  store.show('mine');

  await eventually(() => expect(store.values.faults.value?.map(({ id }) => id)).toEqual(['fault-1', 'fault-2']));
});

test('the store reloads everything after a reset', async () => {
  const { mock, store, create } = await consoleStore();
  await create('Talk');
  store.show(undefined);
  await eventually(() => expect(store.values.requests.value).toHaveLength(1));

  mock.reset();

  await eventually(() => expect([store.values.requests.value, store.values.projects.value]).toEqual([[], []]));
});

test('the store notices that another mock has started at the same address', async () => {
  const { server, store } = await consoleStore();
  store.show(undefined);
  await eventually(() => expect(store.status.value).toBe('open'));
  expect(store.about.acceptedKeys).toBeNull();

  await server.close();
  const other = await createMock({ apiKeys: ['other'] }).listen({ port: Number(new URL(server.baseUrl).port) });
  onTestFinished(() => other.close());

  await eventually(() => expect(store.about.acceptedKeys).toHaveLength(1));
  store.show('other');
  expect(store.about.acceptedKeys).toHaveLength(1);
});

test('an unreachable mock is shown as lost, and its data stays on the page', async () => {
  const { server, store, create } = await consoleStore();
  await create('Talk');
  store.show(undefined);
  await eventually(() => expect(store.values.projects.value).toHaveLength(1));

  await server.close();

  await eventually(() => expect(store.status.value).toBe('lost'));
  expect(store.values.projects.value).toHaveLength(1);
});

test('the store reads the webhooks again after a webhook is registered', async () => {
  const { mock, store } = await consoleStore();
  store.show('test');
  await eventually(() => expect(store.values.webhooks.value).toEqual([]));
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });

  await eventually(() => expect(store.values.webhooks.value).toHaveLength(1));
});

test('the reads of the store are not recorded as requests', async () => {
  const { mock, store, create } = await consoleStore();
  await create('Talk');
  store.show(undefined);
  await eventually(() => expect(store.values.jobs.value).toEqual([]));

  expect(mock.requests.map(({ endpoint }) => endpoint)).toEqual(['projects.create']);
});

test('all projects that change at the same time are reported', async () => {
  const { mock, store } = await consoleStore();
  const { id } = await mock.seed.project({ name: 'Talk' });
  const other = await mock.seed.project({ name: 'Another' });
  store.show(undefined);
  await eventually(() => expect(store.values.projects.value).toHaveLength(2));
  const changed: (string | null)[] = [];
  store.projectChanges.subscribe((changes) => changed.push(...changes.map(({ projectId }) => projectId)));

  const body = JSON.stringify({ phrase_replacements: [{ from_words: ['a'], to_words: ['b'] }] });
  const init = { method: 'POST', headers: { authorization: 'Bearer test', 'content-type': 'application/json' }, body };
  await Promise.all(
    [id, other.id].map((each) => mock.fetch(`${mock.baseUrl}/projects/${each}/transcript/corrections`, init)),
  );

  await eventually(() => expect(changed).toEqual([id, other.id]));
});

describe('when records are added to a list,', () => {
  const idOf = ({ id }: { readonly id: string }) => id;
  const a = { id: 'a', of: 1 };
  const b = { id: 'b', of: 1 };

  test('new items are appended, and changed items stay in place', () => {
    expect(
      merged(
        [a, b],
        [
          { id: 'a', of: 2 },
          { id: 'c', of: 1 },
        ],
        idOf,
      ),
    ).toEqual([{ id: 'a', of: 2 }, b, { id: 'c', of: 1 }]);
  });

  test('a full list drops its oldest items', () => {
    expect(merged([a, b], [{ id: 'c', of: 1 }], idOf, 2)?.map(idOf)).toEqual(['b', 'c']);
  });

  test('a list that was not read yet stays undefined', () => {
    expect(merged(undefined, [a], idOf)).toBeUndefined();
  });
});
