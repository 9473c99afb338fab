// Tests that each member of a remote mock has the same effect and result as the member of an in-process mock.
import { Clipwright } from 'clipwright';
import { describe, expect, test } from 'vitest';
import { calls } from './support/calls.ts';
import { connected, openTwins, reaches } from './support/twins.ts';

const titled = Object.entries(calls).flatMap(([member, cases]) =>
  Object.entries(cases).map(([how, call]) => [`${member} ${how}`.trim(), call] as const),
);

describe.each(titled)('%s', (_, call) => {
  test.each(Object.keys(reaches) as (keyof typeof reaches)[])(
    'does the same in a remote mock as in process, for %s',
    async (reach) => {
      const callBoth = await openTwins(reach);
      const { inProcess, remote } = await callBoth(call);
      expect(inProcess.outcome.error).toBeUndefined();
      expect(remote).toStrictEqual(inProcess);
    },
  );
});

test('settled resolves when the workspace has no delivery attempts in flight', async () => {
  const responses: ((response: Response) => void)[] = [];
  const deliver = () => new Promise<Response>((resolve) => responses.push(resolve));
  const { mock, baseUrl, remote } = await connected({ deliver });
  await new Clipwright({ apiKey: 'mine', baseUrl }).webhooks.register({
    url: 'https://app.example/',
    events: ['job.complete'],
  });
  mock.emit('job.complete', {}, { apiKey: 'mine' });
  const settled: string[] = [];
  const all = remote.settled().then(() => settled.push('all'));

  await remote.settled({ apiKey: 'theirs' });
  expect(settled).toEqual([]);
  for (const respond of responses) respond(new Response());
  await all;
  expect(mock.deliveries).toMatchObject([{ status: 'delivered' }]);
});

test('a client can use the remote mock’s baseUrl and fetch', async () => {
  const { mock, baseUrl, remote } = await connected();
  expect(remote.baseUrl).toBe(baseUrl);
  const client = new Clipwright({ apiKey: 'mine', baseUrl: remote.baseUrl, fetch: remote.fetch });
  await client.projects.create({ name: 'Talk' });
  expect(mock.state.projects({ apiKey: 'mine' })).toMatchObject([{ name: 'Talk' }]);
  const url = `${baseUrl}/projects`;
  expect((await remote.fetch(url, { method: 'POST' })).status).toBe(401);
});
