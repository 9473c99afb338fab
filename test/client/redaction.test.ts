import { inspect } from 'node:util';
import type { Job } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { apiKey, errorResponse, json, rejectionOf, stubClient } from './support/stub.ts';

const show = (value: unknown) => inspect(value, { depth: 9, showHidden: true, maxStringLength: null });

it('an API key is redacted even if it has been replaced since the call was sent', async () => {
  const keys = Array.from({ length: 8 }, (_, i) => `sk_live_key_number_${i}`);
  const unused = [...keys];
  const failed = (authorization: unknown) => ({ job_id: 'j1', status: 'failed', error: `no right: ${authorization}` });
  let resolveJob = (_: Response) => {};
  const { client, sent } = stubClient(
    [
      () =>
        new Promise<Response>((resolve) => {
          resolveJob = resolve;
        }),
      json({ jobs: [] }),
    ],
    { apiKey: () => unused.shift() ?? '' },
  );
  const error = rejectionOf(client.jobs.wait({ job_id: 'j1', status: 'queued', status_url: '/jobs/j1' }));
  while (sent.length === 0) await Promise.resolve();
  for (const _ of keys.slice(1)) await client.jobs.list('p1');
  resolveJob(json(failed(sent[0]?.headers.get('authorization'))));
  expect(await error).toHaveProperty('message', 'Job j1 failed: no right: Bearer [API key]');
  expect(show(await error)).not.toContain(keys[0]);
});

it.each(['sk_live"Abxyz789', 'sk_live\\Abxyz789', 'sk_live/Abxyz+789'])('the API key %s is redacted', async (key) => {
  const inJson = JSON.stringify(key).slice(1, -1);
  for (const text of [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key)]) {
    const { client } = stubClient([new Response(`text ${text} end`, { status: 400 })], { apiKey: key });
    expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('body', 'text [API key] end');
  }
});

it('an API key made of JSON syntax or digits does not break the error’s body', async () => {
  for (const key of ['","code":"', '12345678']) {
    const { client } = stubClient(
      [errorResponse(400, 'bad', {}), json({ error: { code: 'bad' }, id: 12_345_678 }, 400)],
      {
        apiKey: key,
      },
    );
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ code: 'bad', body: { error: { code: 'bad' } } });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ code: 'bad', body: { error: { code: 'bad' } } });
  }
});

it('if an apiKey function throws an error of this package, the call rejects with that same error as the cause', async () => {
  const { client } = stubClient([errorResponse(401, 'no_such_key')]);
  const reason = await rejectionOf(client.jobs.list('p1'));
  const other = stubClient([], { apiKey: () => Promise.reject(reason) }).client;
  expect(await rejectionOf(other.jobs.list('p1'))).toHaveProperty('cause', reason);
  expect(reason).toHaveProperty('headers', expect.any(Headers));
});

describe('several API keys', () => {
  const tokens = ['first', 'second'].map(
    (claims) => `${'eyJhbGciOiJSUzI1NiJ9.'.repeat(4)}${claims}.signature-of-${claims}`,
  );

  it.each([
    ['with the same first 64 characters', tokens],
    ['where one is a prefix of the other', ['live_key_2025', 'live_key_2025.rotated-7f3a9c']],
  ])('%s are fully redacted, in any order of use', async (_, keys) => {
    for (const used of [keys, keys.toReversed()]) {
      const unused = [...used];
      const body = `text ${keys[0]} and ${keys[1]} end`;
      const { client } = stubClient([json({ jobs: [] }), new Response(body, { status: 400 })], {
        apiKey: () => unused.shift() ?? '',
      });
      await client.jobs.list('p1');
      expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('body', 'text [API key] and [API key] end');
    }
  });

  it('are redacted by a client and by its copies', async () => {
    const keys = ['sk_live_first_key', 'sk_live_second_key'];
    const unused = [...keys];
    const { client } = stubClient([json({ jobs: [] })], { apiKey: () => unused.shift() ?? '' });
    const copy = client.withOptions({ maxRetries: 5 });
    await client.jobs.list('p1');
    await copy.jobs.list('p1');
    const failed: Job = { job_id: 'j1', status: 'failed', error: `no right: ${keys}` };
    for (const each of [client, copy, copy.withOptions({ maxRetries: 1 })]) {
      const error = await rejectionOf(each.jobs.wait(failed));
      expect(error).toHaveProperty('message', 'Job j1 failed: no right: [API key],[API key]');
    }
  });
});

describe('the API key is redacted', () => {
  const evil = `https://x-${apiKey}.evil.test/x`;
  const job = { job_id: 'j1', status: 'queued', status_url: evil, cancel_url: evil };

  it('in the host of an untrusted URL sent by the service', async () => {
    const { client } = stubClient([]);
    const errors = [await rejectionOf(client.jobs.retrieve(job)), await rejectionOf(client.jobs.cancel(job))];
    expect(errors.map(String)).toEqual([
      expect.stringContaining('status_url is on https://x-[API key].evil.test, but'),
      expect.stringContaining('cancel_url is on https://x-[API key].evil.test, but'),
    ]);
    expect(show(errors).toLowerCase()).not.toContain(apiKey);
  });

  it('in the cancel_url of a job that an abort tries to cancel', async () => {
    const controller = new AbortController();
    const { client } = stubClient([
      () => {
        controller.abort();
        return json(job);
      },
    ]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = await rejectionOf(client.jobs.wait({ ...job, status_url: '/jobs/j1' }, options));
    expect(error).toHaveProperty('message', expect.stringContaining('https://x-[API key].evil.test'));
    expect(show(error).toLowerCase()).not.toContain(apiKey);
  });

  it('in the id of a job', async () => {
    const { client } = stubClient([json({ jobs: [] }), json({ job_id: apiKey, status: 'queued' })]);
    const errors = [
      await rejectionOf(client.jobs.retrieve({ job_id: apiKey, project_id: 'p1' })),
      await rejectionOf(client.jobs.retrieve({ ...job, status_url: '/jobs/j1' })),
    ];
    expect(errors.map(String)).toEqual([
      expect.stringContaining('do not include [API key]'),
      expect.stringContaining('job_id must be "j1", not "[API key]"'),
    ]);
    expect(show(errors)).not.toContain(apiKey);
  });
});

it('an API key is redacted even if it was first used long ago', async () => {
  const keyOf = (tenant: number) => `sk_live_tenant_${tenant}_0123456789`;
  const others = Array.from({ length: 6 }, (_, index) => keyOf(index + 2));
  const keys = [keyOf(1), ...others, keyOf(1), keyOf(8), keyOf(9), keyOf(10)];
  const { client } = stubClient([json({ jobs: [] })], { apiKey: () => keys.shift() ?? '' });
  while (keys.length > 0) await client.jobs.list('p1');
  const error = await rejectionOf(client.jobs.wait({ job_id: 'j1', status: 'failed', error: `refused ${keyOf(1)}` }));
  expect(String(error)).toContain('failed: refused [API key]');
});

it('redaction does not iterate over binary data in a fetch error', async () => {
  const data = new Uint8Array(1_000);
  const ownKeys = vi.spyOn(Reflect, 'ownKeys');
  const { client } = stubClient([Object.assign(new Error('502'), { response: { data } })], { maxRetries: 0 });
  const error = await rejectionOf(client.jobs.list('p1'));
  expect(ownKeys.mock.calls.some(([value]) => value === data)).toBe(false);
  expect(error).toMatchObject({
    name: 'ConnectionError',
    cause: { message: '502', response: { data: '[Uint8Array]' } },
  });
});
