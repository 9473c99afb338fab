import { Clipwright } from 'clipwright';
import { connectMock } from 'clipwright/mock/remote';
import { mockMatchers } from 'clipwright/vitest';
import { expect, test } from 'vitest';
import { connected } from './support/twins.ts';

expect.extend(mockMatchers);

test('dropped records of one workspace do not affect matchers of another', async () => {
  const { baseUrl, remote } = await connected({ logLength: 2, deliver: () => new Response() });
  const create = async (apiKey: string, times: number) => {
    const client = new Clipwright({ apiKey, baseUrl });
    await client.webhooks.register({ url: 'https://app.example/', events: ['project.created'] });
    for (let count = 0; count < times; count += 1) await client.projects.create({ name: 'Talk' });
    return connectMock(baseUrl, { apiKey });
  };
  const [quiet, busy] = [await create('quiet', 1), await create('busy', 5)];
  await remote.settled();

  await expect(quiet).toHaveReceivedTimes('projects.create', 1);
  await expect(async () => expect(busy).toHaveReceivedTimes('projects.create', 2)).rejects.toThrow(
    'the mock no longer keeps the oldest 3.',
  );
  for (const [mock, dropped] of [
    [quiet, 0],
    [busy, 3],
    [remote, 3],
  ] as const) {
    expect((await mock.requests).dropped('projects.create')).toBe(dropped);
    expect((await mock.deliveries).dropped('project.created')).toBe(dropped);
  }
});

test('records of all workspaces can be filtered by API key, although records do not contain API keys', async () => {
  const { baseUrl, remote } = await connected({ deliver: () => new Response() });
  for (const name of ['one', 'other']) {
    const client = new Clipwright({ apiKey: `key-${name}`, baseUrl });
    await client.webhooks.register({ url: `https://${name}.example/`, events: ['project.created'] });
    await client.projects.create({ name });
  }
  await fetch(`${baseUrl}/projects`, { method: 'POST' });
  await remote.settled();
  const [requests, deliveries] = [await remote.requests, await remote.deliveries];

  expect(requests.matching({ apiKey: 'key-one' }).map(({ endpoint }) => endpoint)).toEqual([
    'webhooks.register',
    'projects.create',
  ]);
  expect(deliveries.matching({ apiKey: 'key-one' }).map(({ url }) => url)).toEqual(['https://one.example/']);
  expect(requests.matching({ apiKey: expect.any(String) })).toHaveLength(4);
  expect(requests.matching({ apiKey: 'key-none' })).toEqual([]);
  for (const path of ['/_mock/requests', '/_mock/deliveries']) {
    expect(await (await fetch(new URL(path, baseUrl))).text()).not.toContain('key-one');
  }
});

test('an awaited matcher of a remote mock explains a failure as in process', async () => {
  const { baseUrl, mock, remote } = await connected({ deliver: () => new Response() });
  await new Clipwright({ apiKey: 'test', baseUrl }).projects.create({ name: 'Talk' });
  await expect(remote).toHaveReceived('projects.create', { name: 'Talk' });
  for (const fail of [
    (given: object) => expect(given).toHaveReceived('projects.create', { name: 'Walk' }),
    (given: object) => expect(given).not.toHaveReceived('projects.create'),
    (given: object) => expect(given).toHaveReceivedTimes('projects.create', 2),
    (given: object) => expect(given).toHaveDelivered('job.complete'),
    (given: object) => expect(given).toHaveReceived('projects.crate' as 'projects.create'),
  ]) {
    const messageOf = async (given: object) => {
      const error: unknown = await (async () => fail(given))().catch((reason) => reason);
      return error instanceof Error ? error.message : 'It passed.';
    };
    expect(await messageOf(remote)).toBe(await messageOf(mock));
    expect(await messageOf(remote)).not.toBe('It passed.');
  }
});
