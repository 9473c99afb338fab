import { createMock, type Mock, type MockOptions } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { exactFetch } from '../support/exactness.ts';
import { seedShortSpeech } from '../support/speech.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { callEverything } from './support/rich-mock.ts';

test('two mocks with the same seed create the same ids but share no state', async () => {
  const [first, second] = [openInProcess({ clock: 'manual' }), openInProcess({ clock: 'manual' })];
  const ids: [string, string][] = [];
  for (let round = 0; round < 5; round += 1) {
    ids.push([
      (await first.client().projects.create({ name: 'x' })).id,
      (await second.client().projects.create({ name: 'x' })).id,
    ]);
  }
  expect(ids.map(([id]) => id)).toEqual(ids.map(([, id]) => id));
  expect(new Set(ids.flat()).size).toBe(5);

  await first.mock.faults.add({ status: 500 });
  await first.mock.jobs.next({ status: 'failed' });
  await first.mock.clock.advance(60);
  expect([await second.mock.faults.list(), await second.mock.clock.now()]).toEqual([[], Date.UTC(2026, 0, 1)]);
  const sound = await second.client().audio.generateSound({ prompt: 'rain' });
  await second.mock.clock.advance(60);
  expect(await second.client().jobs.retrieve(sound)).toMatchObject({ status: 'completed' });
  expect([(await first.mock.requests).length, (await second.mock.requests).length]).toEqual([5, 7]);
  await first.mock.reset();
  expect(await second.client().jobs.retrieve(sound)).toMatchObject({ status: 'completed' });
});

/** Returns the state, the requests, the deliveries and the faults that an API key can see. */
async function viewOf(mock: Mock, apiKey: string) {
  const { workspaces } = await mock.snapshot({ apiKey });
  const requests = (await mock.requests).matching({ apiKey });
  return {
    workspaces,
    requests,
    deliveries: (await mock.deliveries).matching({ apiKey }),
    faults: await mock.faults.list({ apiKey }),
  };
}

forEachTransport('control with an API key', (open) => {
  /** Opens a mock with state, logs, faults and deliveries of two API keys. `control` sends a request to /_mock. */
  const twoKeys = async () => {
    const transport = await open({
      clock: 'manual',
      rateLimit: '100/60s',
      deliver: () => new Response(null, { status: 500 }),
    });
    for (const apiKey of ['mine', 'theirs']) {
      await seedShortSpeech(transport.mock, apiKey);
      const client = transport.client({ apiKey });
      await client.webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
      await client.audio.generateSound({ prompt: 'rain' });
      await transport.mock.faults.add({ match: { endpoint: 'timeline.at' }, status: 500, apiKey });
      await transport.mock.jobs.next({ status: 'failed', apiKey });
    }
    await transport.mock.clock.advance(2);
    await transport.mock.settled();
    const control = async (method: string, path: string, body?: unknown, authorization = 'Bearer mine') => {
      const response = await transport.fetch(new URL(`/_mock/${path}`, transport.baseUrl), {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: Object(await response.json()) };
    };
    return { ...transport, control };
  };

  test.each(['by its method', 'by /_mock'])('resets only that key’s workspace (%s)', async (how) => {
    const { mock, client, control } = await twoKeys();
    const theirs = await viewOf(mock, 'theirs');
    expect([theirs.requests.length, theirs.deliveries.length, theirs.faults.length]).toEqual([2, 1, 1]);
    const now = await mock.clock.now();
    if (how === 'by its method') await mock.reset({ apiKey: 'mine' });
    else expect(await control('POST', 'reset')).toEqual({ status: 200, body: {} });

    expect(await viewOf(mock, 'mine')).toEqual({ workspaces: [], requests: [], deliveries: [], faults: [] });
    expect(await viewOf(mock, 'theirs')).toEqual(theirs);
    expect(await mock.clock.now()).toBe(now);

    // The reset canceled only the retries of `mine`.
    await mock.clock.advance(1);
    await mock.settled();
    expect((await mock.deliveries).map(({ attempts }) => attempts.length)).toEqual([2]);
    // The reset removed only the outcome that `mine` had set for its next job.
    const jobs = [];
    for (const apiKey of ['mine', 'theirs'])
      jobs.push(await client({ apiKey }).audio.generateSound({ prompt: 'rain' }));
    await mock.clock.advance(2);
    const [mine, other] = jobs;
    expect(mine && (await client({ apiKey: 'mine' }).jobs.retrieve(mine)).status).toBe('completed');
    expect(other && (await client({ apiKey: 'theirs' }).jobs.retrieve(other)).status).toBe('failed');
  });

  test('assigns the same ids after a reset as before it', async () => {
    const { mock } = await twoKeys();
    const before = (await mock.snapshot({ apiKey: 'mine' })).workspaces[0]?.projects[0]?.id;
    await mock.reset({ apiKey: 'mine' });
    expect((await seedShortSpeech(mock, 'mine')).id).toBe(before);
  });

  test('resets the rate limit of only that key', async () => {
    const { mock, client } = await open({ clock: 'manual', rateLimit: '1/60s' });
    const create = (apiKey: string) => client({ apiKey }).projects.create({ name: 'x' });
    await Promise.all([create('mine'), create('theirs')]);
    await mock.reset({ apiKey: 'mine' });
    await expect(create('mine')).resolves.toBeDefined();
    await expect(create('theirs')).rejects.toMatchObject({ status: 429 });
  });

  test('waits only for the deliveries of that key’s workspace', async () => {
    let accept = () => {};
    const response = new Promise<Response>((resolve) => {
      accept = () => resolve(new Response());
    });
    const { mock, client, baseUrl, fetch } = await open({ deliver: () => response });
    await client({ apiKey: 'theirs' }).webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    await mock.emit('job.complete', {}, { apiKey: 'theirs' });

    await mock.settled({ apiKey: 'mine' });
    const control = new URL('/_mock/settled', baseUrl);
    expect((await fetch(control, { headers: { authorization: 'Bearer mine' } })).status).toBe(200);
    expect(await mock.deliveries).toMatchObject([{ status: 'pending', attempts: [] }]);

    accept();
    await mock.settled({ apiKey: 'theirs' });
    expect(await mock.deliveries).toMatchObject([{ status: 'delivered' }]);
  });

  test('keeps faults that have no API key during a reset', async () => {
    const { mock } = await open();
    const fault = await mock.faults.add({ status: 500 });
    await mock.reset({ apiKey: 'mine' });
    expect(await mock.faults.list()).toEqual([fault]);
  });

  test.each(['by its method', 'by /_mock'])(
    'restores only that key’s workspace, and does not change the clock (%s)',
    async (how) => {
      const { mock, client, control } = await twoKeys();
      const saved =
        how === 'by its method' ? await mock.snapshot({ apiKey: 'mine' }) : (await control('GET', 'state')).body;
      expect(saved.workspaces.map(({ apiKey }: { apiKey: string }) => apiKey)).toEqual(['mine']);
      const before = (await viewOf(mock, 'mine')).workspaces;

      await client({ apiKey: 'mine' }).projects.create({ name: 'later' });
      await client({ apiKey: 'theirs' }).projects.create({ name: 'later' });
      await mock.clock.advance(60);
      await mock.settled();
      const [now, theirs] = [await mock.clock.now(), await viewOf(mock, 'theirs')];
      if (how === 'by its method') await mock.restore(saved, { apiKey: 'mine' });
      else expect((await control('PUT', 'state', saved)).status).toBe(200);

      expect([(await viewOf(mock, 'mine')).workspaces, await viewOf(mock, 'theirs'), await mock.clock.now()]).toEqual([
        before,
        theirs,
        now,
      ]);
    },
  );

  test('cancels the scheduled deliveries of only that key’s workspace during a restore', async () => {
    const { mock } = await twoKeys();
    await mock.restore(await mock.snapshot({ apiKey: 'mine' }), { apiKey: 'mine' });
    await mock.clock.advance(1);
    await mock.settled();
    const attempts = async (apiKey: string) =>
      (await mock.deliveries).matching({ apiKey }).map(({ attempts: { length } }) => length);
    expect([await attempts('mine'), await attempts('theirs')]).toEqual([[1], [2]]);
  });

  test('empties that key’s workspace if the restored snapshot is empty', async () => {
    const { mock } = await twoKeys();
    const saved = await mock.snapshot({ apiKey: 'nobody' });
    await mock.restore(saved, { apiKey: 'mine' });
    expect((await viewOf(mock, 'mine')).workspaces).toEqual([]);
  });

  test('rejects a snapshot of another API key’s workspace, without showing that key', async () => {
    const { mock, control } = await twoKeys();
    const before = await mock.snapshot();
    for (const saved of [before, await mock.snapshot({ apiKey: 'theirs' })]) {
      const { status, body } = await control('PUT', 'state', saved);
      expect([status, body.error.param]).toEqual([400, 'snapshot']);
      expect(body.error.message).toMatch(
        /^snapshot contains the workspace of another API key: workspaces\[[01]\]\. Pass a snapshot of this key only\.$/,
      );
      await expect(async () => mock.restore(saved, { apiKey: 'mine' })).rejects.toThrow(body.error.message);
    }
    expect(await mock.snapshot()).toEqual(before);
  });

  test.each(['Basic bWluZTo=', 'Bearer', 'mine'])(
    'rejects an invalid Authorization header: %j',
    async (authorization) => {
      const { mock, control } = await twoKeys();
      const before = await mock.snapshot();
      expect(await control('POST', 'reset', undefined, authorization)).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      });
      expect(await mock.snapshot()).toEqual(before);
    },
  );
});

describe('parallel tests on one standalone mock', () => {
  test('get the same responses as on separate mocks if each test has its own API key, even after resets', async () => {
    // At this speed the clock hardly moves, so no response depends on how long the other requests take.
    const options: MockOptions = { clock: 'realtime', speed: 1e-6 };
    const mock = createMock(options);
    await using server = await mock.listen();
    const fetch = exactFetch(globalThis.fetch, mock);
    const keys = Array.from({ length: 3 }, (_, n) => `sk_${n}`);

    const together = await Promise.all(keys.map((apiKey) => script({ baseUrl: server.baseUrl, fetch }, apiKey)));

    for (const [at, apiKey] of keys.entries()) {
      const { baseUrl, fetch } = openInProcess(options);
      const alone = await script({ baseUrl, fetch }, apiKey);
      expect(together[at]?.filter((response, index) => response !== alone[index])).toEqual([]);
    }
    expect(new Set(together.map(([first]) => first)).size).toBe(keys.length);
  });

  /** Makes two rounds of calls, each after a reset. Returns the parts of the responses that do not depend on the time. */
  async function script(
    { baseUrl, fetch }: Pick<OpenTransport, 'baseUrl' | 'fetch'>,
    apiKey: string,
  ): Promise<string[]> {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const responses: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      await fetch(new URL('/_mock/reset', baseUrl).href, { method: 'POST', headers });
      responses.push(...(await callEverything({ baseUrl, fetch }, apiKey)));
      const state = await fetch(new URL('/_mock/state', baseUrl).href, { headers });
      responses.push(`${Object(await state.json()).workspaces.map((each: object) => Object(each).idCount)}`);
      const requests = await fetch(new URL('/_mock/requests', baseUrl).href, { headers });
      responses.push(`${Object(await requests.json()).requests.map((each: object) => Object(each).endpoint)}`);
    }
    const { origin } = new URL(baseUrl);
    return responses.map((response) => response.replaceAll(origin, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '[time]'));
  }
});
