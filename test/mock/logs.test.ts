import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { assumptions } from '../../mock/assumptions.ts';
import { NewestEntries } from '../../mock/records/newest-entries.ts';
import { openInProcess } from '../support/transports.ts';

test('`logLength` limits the number of logged requests and the number of logged deliveries', async () => {
  const { client, mock } = openInProcess({ logLength: 2, deliver: () => new Response() });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  for (let n = 1; n <= 3; n += 1) {
    await mock.emit('job.complete', { n });
    await client().projects.create({ name: `${n}` });
  }
  expect((await mock.requests).map(({ body }) => body)).toEqual([{ name: '2' }, { name: '3' }]);
  expect((await mock.deliveries).map(({ event }) => event.data)).toMatchObject([{ n: 2 }, { n: 3 }]);
});

test('new records of a busy workspace replace its own oldest records, not the records of other workspaces', async () => {
  const { client, mock } = openInProcess({ logLength: 2, deliver: () => new Response() });
  const [quiet, busy] = [client({ apiKey: 'quiet' }), client({ apiKey: 'busy' })];
  for (const each of [quiet, busy]) {
    await each.webhooks.register({ url: 'https://app.example/', events: ['project.created'] });
  }
  await quiet.projects.create({ name: 'quiet' });
  for (let n = 1; n <= 5; n += 1) await busy.projects.create({ name: `${n}` });

  const ofQuiet = { apiKey: 'quiet' };
  expect((await mock.requests).matching(ofQuiet).map(({ endpoint }) => endpoint)).toEqual([
    'webhooks.register',
    'projects.create',
  ]);
  expect((await mock.requests).matching({ apiKey: 'busy' }).map(({ body }) => body)).toEqual([
    { name: '4' },
    { name: '5' },
  ]);
  expect((await mock.deliveries).matching(ofQuiet)).toHaveLength(1);
  expect((await mock.deliveries).matching({ apiKey: 'busy' })).toHaveLength(2);
  expect((await mock.requests).dropped('projects.create')).toBe(3);
});

test('the log keeps `logLength` requests of each of ten workspaces, and drops the oldest requests for an eleventh', async () => {
  const { client, mock } = openInProcess({ logLength: 2 });
  const create = async (apiKey: string) => {
    for (const name of ['1', '2']) await client({ apiKey }).projects.create({ name });
  };
  for (let n = 1; n <= 10; n += 1) await create(`key-${n}`);
  expect(await mock.requests).toHaveLength(20);
  await create('key-11');
  expect(await mock.requests).toHaveLength(20);
  expect((await mock.requests).matching({ apiKey: 'key-1' })).toEqual([]);
  expect((await mock.requests).matching({ apiKey: 'key-11' })).toHaveLength(2);
});

test('a reset of one workspace clears only that workspace’s counts of dropped records', async () => {
  const { client, mock } = openInProcess({ logLength: 1 });
  for (const apiKey of ['one', 'other']) {
    for (const name of ['1', '2']) await client({ apiKey }).projects.create({ name });
  }
  await mock.reset({ apiKey: 'one' });
  expect((await mock.requests).dropped('projects.create')).toBe(1);
  expect((await mock.requests).map(({ body }) => body)).toEqual([{ name: '2' }]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('createMock rejects a `logLength` of %s', (logLength) => {
  expect(() => createMock({ logLength })).toThrow('logLength must be a whole number above 0.');
});

test('a log returns its newest entries in order after it has dropped any number of entries', () => {
  const log = new NewestEntries<{ apiKey: undefined; n: number }>(3, () => null);
  const seen = Array.from({ length: 12 }, (_, n) => {
    log.push({ apiKey: undefined, n }, 1);
    return log.entries().map((entry) => entry.n);
  });
  expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => [n - 2, n - 1, n].filter((each) => each >= 0)));
});

test('a log drops its oldest entries if their total size is too large, but never the newest entry', () => {
  const log = new NewestEntries<{ apiKey: undefined; percent: number }>(10, () => null);
  const seen = [60, 40, 1, 500, 70].map((percent) => {
    log.push({ apiKey: undefined, percent }, (percent / 100) * assumptions.logSize.value);
    return log.entries().map((entry) => entry.percent);
  });
  expect(seen).toEqual([[60], [60, 40], [40, 1], [500], [70]]);
});
