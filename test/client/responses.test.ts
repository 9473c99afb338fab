import { inspect } from 'node:util';
import type { Clipwright, MismatchState } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { json, rejectionOf, stubClient } from './support/stub.ts';

const mismatched = { id: 7, status: 'ready', newer: true };
const create = (client: ReturnType<typeof stubClient>['client']) => client.projects.create({ name: 'A' });

describe('a successful response that does not match its schema', () => {
  it('is returned and reported to the hook by default', async () => {
    const reported: MismatchState[] = [];
    const response = json(mismatched, 201, { 'x-request-id': 'req-1' });
    const { client } = stubClient([response], { hooks: { onMismatch: (state) => reported.push(state) } });
    expect(await create(client)).toEqual(mismatched);
    expect(reported).toMatchObject([
      {
        endpoint: 'projects.create',
        requestId: 'req-1',
        issues: [{ path: 'id', message: 'must be a string, not a number' }],
      },
    ]);
  });

  it('is logged', async () => {
    const logger = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { client } = stubClient([json(mismatched)], { logger });
    await create(client);
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('id must be a string, not a number'));
  });

  it('is an error in strict mode', async () => {
    const { client } = stubClient([json(mismatched)], { validation: 'strict' });
    expect(await rejectionOf(create(client))).toMatchObject({
      name: 'ResponseValidationError',
      status: 200,
      attempts: 1,
      issues: [{ path: 'id' }],
      body: mismatched,
    });
  });

  it('is not reported when validation is off', async () => {
    const onMismatch = vi.fn();
    const { client } = stubClient([json(mismatched)], { validation: 'off', hooks: { onMismatch } });
    expect(await create(client)).toEqual(mismatched);
    expect(onMismatch).not.toHaveBeenCalled();
  });
});

describe('an object without a required field', () => {
  const pagination = { total: 1, offset: 0, limit: 1, has_more: false, hasMore: false };
  const batch = { batch_id: 'b1', status: 'queued', clips: [{ clip_id: 'c1', status: 'queued' }] };
  const edit = { word_id: 'w1', words: ['a'] };

  it.each<[string, object, (client: Clipwright) => PromiseLike<unknown>]>([
    ['batch.clips[0].project_id', { batch }, ({ clips }) => clips.generate({ source: {} })],
    ['captions[0].text', { captions: [{ caption_id: 'c1' }], pagination }, ({ captions }) => captions.list('p1')],
    [
      'captions[0].words[0].word',
      { captions: [{ caption_id: 'c1', text: 'a', words: [{ id: 'w1' }] }], pagination },
      ({ captions }) => captions.list('p1'),
    ],
    ['words[0].word', { words: [{ id: 'w1' }], pagination }, ({ captions }) => captions.words.list('p1')],
    ['words[0].word', { caption_id: 'c1', words: [{ id: 'w1' }] }, ({ captions }) => captions.words.split('p1', edit)],
    ['segments[0].text', { segments: [{ startSeconds: 0 }] }, ({ transcript }) => transcript.segments('p1')],
    ['items[0].type', { items: [{ id: 't1' }] }, ({ timeline }) => timeline.at('p1', { time_seconds: 0 })],
  ])('is returned and reported, but rejected in strict mode: %s', async (path, body, call) => {
    const onMismatch = vi.fn();
    const issues = [{ path, message: 'is required' }];
    await call(stubClient([json(body)], { hooks: { onMismatch } }).client);
    expect(onMismatch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ issues }));
    const strict = stubClient([json(body)], { validation: 'strict' }).client;
    expect(await rejectionOf(call(strict))).toMatchObject({ name: 'ResponseValidationError', issues });
  });
});

describe('an error in a 2xx body', () => {
  const error = { code: 'no_credits', message: 'Nothing is left', param: null };

  it.each<[string, object, string]>([
    ['an error', { error }, 'failed with status 200 no_credits, "Nothing is left"'],
    ['an error with success: false', { success: false, error }, 'failed with status 200 no_credits'],
    ['an error message', { error: 'Nothing is left' }, 'failed with status 200, "Nothing is left"'],
    ['an error with metadata', { error, request_id: 'r', message: 'No', data: null }, '200 no_credits, "Nothing'],
    ['an error with empty fields', { error, id: null, events: [], meta: { at: 1 } }, '200 no_credits, "Nothing'],
    ['an error with an HTTP status field', { error: 'Payment', status: 402 }, 'failed with status 200, "Payment"'],
  ])('causes an ApiError: %s', async (_, body, message) => {
    const { client, sent } = stubClient([json(body)]);
    for (const call of [create(client), client.webhooks.register({ url: 'https://a.test', events: ['job.failed'] })])
      expect(await rejectionOf(call)).toMatchObject({
        name: 'ApiError',
        status: 200,
        attempts: 1,
        body,
        message: expect.stringContaining(message),
      });
    expect(sent).toHaveLength(2);
  });

  it.each([{ id: 'p1', error }, { success: true, error }, { error: null }, { error: {} }, [{ error }]])(
    'is not detected in a body that only resembles an error: %j',
    async (body) => {
      expect(await create(stubClient([json(body)]).client)).toEqual(body);
    },
  );

  it.each([
    { error, data: { id: 'p1' } },
    { error, request_id: 'r' },
  ])('is not detected in a next action’s response, because such responses can have any fields: %j', async (body) => {
    const { client } = stubClient([json(body)]);
    expect(await client.follow({ method: 'GET', path: '/next' })).toEqual(body);
  });

  it.each([error, 'The codec is not supported'])('is not confused with the error of a failed job: %j', async (why) => {
    const job = { job_id: 'j1', status: 'failed', error: why };
    const { client } = stubClient([json(job), json({ job }), json({ jobs: [job] }), json({ jobs: [job], error })]);
    expect(await client.jobs.retrieve('/jobs/j1')).toEqual(job);
    expect(await client.jobs.retrieve('/jobs/j1')).toEqual(job);
    expect(await client.jobs.list('p1')).toEqual([job]);
    expect(await client.jobs.list('p1')).toEqual([job]);
  });

  it.each<[string, (client: Clipwright) => Promise<unknown>]>([
    ['jobs.retrieve', (client) => client.jobs.retrieve('/jobs/j1')],
    ['jobs.list', (client) => client.jobs.list('p1')],
    ['clips.generate', (client) => client.clips.generate({ source: { video_site_url: 'https://a.test' } })],
    ['captions.list', (client) => client.captions.list('p1').toArray()],
    ['timeline.batchMove', (client) => client.timeline.batchMove('p1', { items: [] })],
  ])('causes an ApiError for %s', async (endpoint, call) => {
    const body = { error, request_id: 'r', job: null, jobs: null, batch: null, captions: [], items: [] };
    const { client } = stubClient([json(body)]);
    expect(await rejectionOf(call(client))).toMatchObject({
      name: 'ApiError',
      status: 200,
      body,
      message: expect.stringMatching(`^${endpoint} `),
    });
  });

  it('does not make jobs.cancel reject', async () => {
    for (const body of [{ error }, { error, request_id: 'r', data: null }]) {
      const { client } = stubClient([json(body)]);
      expect(await client.jobs.cancel('/jobs/1/cancel')).toEqual(body);
    }
  });
});

describe.each(['report', 'off'] as const)('in validation mode %s, a list with success: false', (validation) => {
  const lists = {
    captions: (client: Clipwright) => client.captions.list('p1'),
    words: (client: Clipwright) => client.captions.words.list('p1'),
    jobs: (client: Clipwright) => client.jobs.list('p1'),
    segments: (client: Clipwright) => client.transcript.segments('p1'),
  };

  it.each(Object.entries(lists))('rejects if %s is empty, and resolves otherwise', async (name, list) => {
    const respond = (items: unknown[]) => json({ success: false, [name]: items, message: 'The index is down' });
    const { client } = stubClient([respond([]), respond([{ id: 'a' }])], { validation });
    expect(await rejectionOf(list(client))).toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: 'success', message: expect.stringMatching(/^is false, and [a-z ]+ has no items$/) }],
      body: { message: 'The index is down' },
    });
    await expect(list(client)).resolves.toBeDefined();
  });
});

it('new fields and values pass in strict mode', async () => {
  const { client } = stubClient([json({ id: 'p1', status: 'never heard of', newer: { deep: 1 } })], {
    validation: 'strict',
  });
  expect(await create(client)).toHaveProperty('newer.deep', 1);
});

describe.each(['report', 'strict', 'off'] as const)('in validation mode %s,', (validation) => {
  it.each([
    ['an empty body', '', 'is missing: the body is empty'],
    ['HTML', '<html>', 'is not valid JSON'],
    ['truncated JSON', '{"id":"p1"', 'is not valid JSON'],
  ])('%s instead of valid JSON causes an error and no retry', async (_, text, message) => {
    const { client, sent } = stubClient([new Response(text)], { validation });
    const error = await rejectionOf(create(client));
    expect(error).toMatchObject({ name: 'ResponseValidationError', issues: [{ path: '', message }], body: text });
    expect(sent).toHaveLength(1);
  });

  it('the fields that the client reads are required', async () => {
    const { client } = stubClient([json({})], { validation });
    expect(await rejectionOf(client.clips.generate({ source: {} }))).toMatchObject({ issues: [{ path: 'batch' }] });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ issues: [{ path: 'jobs' }] });
    expect(await rejectionOf(client.captions.list('p1'))).toMatchObject({ issues: [{ path: 'captions' }] });
    expect(await rejectionOf(client.jobs.retrieve('/jobs/1'))).toMatchObject({
      issues: [{ path: 'job_id' }, { path: 'status' }],
    });
  });
});

it.each([
  ['a wrong field', json({ id: 7, secret: 'whsec_123' })],
  ['a wrong shape', json([{ secret: 'whsec_123' }])],
  ['a body that is not JSON', new Response('whsec_123')],
])('the error for an invalid response does not show a secret in the response: %s', async (_, response) => {
  const { client } = stubClient([response], { validation: 'strict' });
  const error = await rejectionOf(client.projects.create({ name: 'A' }));
  expect(error).toHaveProperty('body');
  expect(JSON.stringify((error as { body: unknown }).body)).toContain('whsec_123');
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain('whsec_123');
});

it('the error for an invalid request does not show a secret in the request', async () => {
  const { client } = stubClient([]);
  const error = await rejectionOf(client.projects.create({ name: { secret: 'whsec_123' } } as never));
  expect(error).toHaveProperty('issues', [{ path: 'name', message: 'must be a string, not an object' }]);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('whsec_123');
});
