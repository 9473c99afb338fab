import { inspect } from 'node:util';
import * as clipwright from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/patience.ts';
import { apiKey, errorResponse, json, rejectionOf, type StubResponse, stubClient } from './support/stub.ts';

const noRetries = { maxRetries: 0 };
const mayBeDone = 'the service may have done it';
const withKey = `${mayBeDone}: call again with the error's idempotencyKey`;
const withoutKey = `${mayBeDone}: check before you call again`;

describe('the error for an HTTP error response', () => {
  it.each([
    [400, 'BadRequestError', clipwright.BadRequestError],
    [401, 'AuthenticationError', clipwright.AuthenticationError],
    [403, 'PermissionDeniedError', clipwright.PermissionDeniedError],
    [404, 'NotFoundError', clipwright.NotFoundError],
    [409, 'ConflictError', clipwright.ConflictError],
    [422, 'UnprocessableError', clipwright.UnprocessableError],
    [429, 'RateLimitError', clipwright.RateLimitError],
    [500, 'ServerError', clipwright.ServerError],
    [503, 'ServerError', clipwright.ServerError],
    [599, 'ServerError', clipwright.ServerError],
    [418, 'ApiError', clipwright.ApiError],
  ])('with status %i has the class %s', async (status, name, Class) => {
    const { client } = stubClient([errorResponse(status, 'some_code')], noRetries);
    const error = await rejectionOf(client.jobs.list('p1'));
    expect(error).toBeInstanceOf(Class);
    expect(error).toBeInstanceOf(clipwright.ApiError);
    expect(error).toMatchObject({ name, status });
  });

  it.each(['idempotency_key_in_use', 'request_in_progress', 'still_processing', 'concurrent_request'])(
    'with status 409 and code %s says that the first request may still be running',
    async (code) => {
      const { client } = stubClient([errorResponse(409, code)]);
      for (const options of [{}, { idempotencyKey: 'order-42' }]) {
        const error = await rejectionOf(client.projects.create({ name: 'A' }, options));
        expect(error).toHaveProperty('name', 'ConflictError');
        expect(String(error)).toContain('may still be running: call again later with the same key');
      }
      expect(String(await rejectionOf(client.jobs.list('p1')))).not.toContain('still be running');
    },
  );

  it.each([408, 500, 502, 504])(
    'with status %i warns that the write may have succeeded, and says what to do',
    async (status) => {
      const { client } = stubClient([errorResponse(status, 'x')], noRetries);
      expect(String(await rejectionOf(client.projects.create({ name: 'A' })))).toContain(withKey);
      expect(String(await rejectionOf(client.audio.generateSound({ prompt: 'Wind' })))).toContain(withoutKey);
      expect(String(await rejectionOf(client.jobs.list('p1')))).not.toContain(mayBeDone);
    },
  );

  it.each([400, 404, 429])('with status %i does not warn that the write may have succeeded', async (status) => {
    const { client } = stubClient([errorResponse(status, 'x')], noRetries);
    expect(String(await rejectionOf(client.projects.create({ name: 'A' })))).not.toContain(mayBeDone);
  });

  it('has every documented field', async () => {
    const headers = { 'x-request-id': 'req-1', 'retry-after': '7', 'set-cookie': 'session=secret' };
    const { client } = stubClient([errorResponse(429, 'rate_limited', headers)], noRetries);
    const error = await rejectionOf(client.projects.create({ name: 'A' }, { idempotencyKey: 'order-42' }));
    expect(error).toMatchObject({
      status: 429,
      code: 'rate_limited',
      param: 'name',
      docUrl: 'https://docs.test/errors',
      requestId: 'req-1',
      retryAfterSeconds: 7,
      method: 'POST',
      url: 'https://video.test/api/v1/projects',
      attempts: 1,
      idempotencyKey: 'order-42',
      body: { error: { message: 'It went wrong' } },
      message:
        'projects.create (POST https://video.test/api/v1/projects) failed with status 429 rate_limited, param name, ' +
        '"It went wrong", see https://docs.test/errors',
    });
    if (!clipwright.isApiError(error)) expect.unreachable();
    expect([...error.headers.keys()].sort()).toEqual(['content-type', 'retry-after', 'x-request-id']);
  });

  it.each([
    ['HTML', '<h1>Bad gateway</h1>', '<h1>Bad gateway</h1>'],
    ['empty', '', ''],
    ['JSON of another shape', '{"error":"x"}', { error: 'x' }],
    ['null', 'null', null],
  ])('keeps a body that is %s', async (_, text, body) => {
    const { client } = stubClient([new Response(text, { status: 502 })], noRetries);
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({
      name: 'ServerError',
      status: 502,
      code: null,
      body,
    });
  });

  it.each([
    ['the code idempotency_conflict', 'IdempotencyConflictError', 'idempotency_conflict', {}],
    ['the code idempotency_key_reused', 'IdempotencyConflictError', 'idempotency_key_reused', {}],
    ["the caller's Idempotency-Key", 'IdempotencyConflictError', 'conflict', { idempotencyKey: 'order-42' }],
    ['no such code or key', 'ConflictError', 'conflict', {}],
  ])('with status 409 and %s has the name %s', async (_, name, code, options) => {
    const { client } = stubClient([errorResponse(409, code)], noRetries);
    const error = await rejectionOf(client.projects.create({ name: 'A' }, options));
    expect(error).toBeInstanceOf(clipwright.ConflictError);
    expect(error).toHaveProperty('name', name);
    const advice = 'if the Idempotency-Key was used before with different input, use a new key for the new input';
    expect(String(error).includes(advice)).toBe(name === 'IdempotencyConflictError');
  });

  it('does not show the API key even if the response contains it', async () => {
    const response = json({ error: { code: 'unauthorized', message: `Bad key ${apiKey}` } }, 401, { 'x-echo': apiKey });
    const { client } = stubClient([response], noRetries);
    const error = await rejectionOf(client.jobs.list('p1'));
    expect(error).toHaveProperty('message', expect.stringContaining('"Bad key [API key]", check the apiKey option'));
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(apiKey);
  });
});

describe('the error of a write without a response', () => {
  const lost = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
  const never = () => new Promise<Response>(() => {});

  it.each<[string, StubResponse, () => clipwright.CallOptions, string]>([
    ['warns that it may have succeeded after a lost connection', lost, () => ({}), withKey],
    ['warns that it may have succeeded after a timeout', never, () => ({ timeout: 5 }), withKey],
    ['warns that it may have succeeded after an abort', never, () => ({ signal: AbortSignal.timeout(5) }), withKey],
    ['does not warn if no connection was made', refused, () => ({}), ''],
    ['does not warn if nothing was sent', never, () => ({ signal: AbortSignal.abort() }), ''],
  ])('%s', async (_, reply, options, advice) => {
    const { client } = stubClient([reply], noRetries);
    const { message } = Object(await rejectionOf(client.projects.create({ name: 'A' }, options())));
    expect(message.match(/the service may have done it.*/)?.[0] ?? '').toBe(advice);
  });
});

describe('the error of a write after one or more attempts', () => {
  const lost = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
  const busy = errorResponse(429, 'rate_limited', { 'retry-after': '3600' });

  it.each<[string, StubResponse[], object]>([
    ['has no connection', [lost, refused, refused], { name: 'ConnectionError', sent: true, attempts: 3 }],
    [
      'has no connection after a 503',
      [errorResponse(503, 'x'), refused, refused],
      { name: 'ConnectionError', sent: true },
    ],
    ['gets a 401', [lost, errorResponse(401, 'x')], { name: 'AuthenticationError', attempts: 2 }],
    ['gets a 404', [lost, errorResponse(404, 'x')], { name: 'NotFoundError', attempts: 2 }],
    ['gets a 429 with a long Retry-After', [lost, busy], { name: 'RateLimitError', attempts: 2 }],
  ])('warns that an earlier attempt may have succeeded even if the last one %s', async (_, replies, expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client } = stubClient(replies);
    const error = await rejectionOf(client.projects.create({ name: 'A' }));
    expect(error).toMatchObject(expected);
    expect(String(error)).toContain(withKey);
  });

  it.each([
    ['a generated key', {}, 'conflict', withKey],
    ["the caller's key", { idempotencyKey: 'order-42' }, 'conflict', withoutKey],
    ["the caller's key, and a running request", { idempotencyKey: 'order-42' }, 'request_in_progress', withKey],
  ])('warns if the first attempt can be the reason for the 409 of the retry: %s', async (_, options, code, advice) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client } = stubClient([lost, errorResponse(409, code)]);
    const error = await rejectionOf(client.projects.create({ name: 'A' }, options));
    expect(error).toHaveProperty('status', 409);
    expect(String(error)).toContain(advice);
    expect(String(error)).not.toContain('use a new key');
  });

  it('does not warn when every attempt was refused or not sent', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client } = stubClient([errorResponse(429, 'x', { 'retry-after': '0' }), refused, refused, refused]);
    const error = await rejectionOf(client.projects.create({ name: 'A' }));
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false, attempts: 4 });
    expect(String(error)).not.toContain(mayBeDone);
  });

  it('does not warn if the only attempt was refused before the call was aborted', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([errorResponse(429, 'x', { 'retry-after': '30' })]);
    const error = rejectionOf(client.projects.create({ name: 'A' }, { signal: controller.signal }));
    await eventually(() => expect(sent).toHaveLength(1));
    setTimeout(() => controller.abort(), 10);
    expect(await error).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(String(await error)).not.toContain(mayBeDone);
  });
});

it('the error of a failed connection has the hint to pass mock.fetch even if the API key is part of the mock’s host', async () => {
  const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) });
  const baseUrl = 'https://api.clipwright.test/api/v1';
  const { client } = stubClient([refused], { ...noRetries, baseUrl, apiKey: 'clipwright' });
  expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('give the client `fetch: mock.fetch`'),
  });
});

it('the error of a failed connection does not show the API key', async () => {
  const { client } = stubClient([new TypeError('fetch failed', { cause: new Error('reset') })], noRetries);
  const error = await rejectionOf(client.jobs.list('p1'));
  expect(error).toMatchObject({ name: 'ConnectionError', cause: { message: 'fetch failed' } });
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(apiKey);
});

describe('the error of an unsent call to a URL with the API key', () => {
  const url = `https://video.test/api/v1/jobs/j1?token=${apiKey}`;
  const shown = 'jobs.retrieve (GET https://video.test/api/v1/jobs/j1?token=[API key])';

  it('does not show the key if the signal is already aborted', async () => {
    const { client } = stubClient([]);
    const error = await rejectionOf(client.jobs.retrieve(url, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: 'AbortError', message: `${shown} was aborted by its signal` });
  });

  it('does not show the key if the call waits too long for a slot', async () => {
    const { client } = stubClient([() => new Promise(() => {})], { concurrency: 1 });
    const controller = new AbortController();
    const inFlight = rejectionOf(client.jobs.list('p1', { signal: controller.signal }));
    const error = await rejectionOf(client.jobs.retrieve(url, { totalTimeout: 20 }));
    controller.abort();
    await inFlight;
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0, url: url.replace(apiKey, '[API key]') });
    expect(error).toHaveProperty('message', `${shown} exceeded its totalTimeout of 20 ms (attempts: 0)`);
  });
});

describe('the type guards for errors', () => {
  it('recognize errors from another copy of the package, unlike instanceof', async () => {
    vi.resetModules();
    const other: typeof clipwright = await import('clipwright');
    const client = new other.Clipwright({
      apiKey,
      baseUrl: 'https://x.test',
      fetch: async () => errorResponse(404, 'x'),
    });
    const error = await rejectionOf(client.jobs.list('p1'));
    expect(error).not.toBeInstanceOf(clipwright.NotFoundError);
    expect(clipwright.isClipwrightError(error)).toBe(true);
    expect(clipwright.isApiError(error)).toBe(true);
    expect(clipwright.isErrorNamed(error, 'NotFoundError')).toBe(true);
    expect(clipwright.isErrorNamed(error, 'ServerError')).toBe(false);
  });

  it('reject errors of other libraries', () => {
    const stranger = Object.assign(new Error('x'), { name: 'NotFoundError', status: 404, docUrl: null });
    expect(clipwright.isApiError(stranger)).toBe(false);
    expect(clipwright.isErrorNamed(stranger, 'NotFoundError')).toBe(false);
    expect(clipwright.isApiError(null)).toBe(false);
    expect(clipwright.isApiError(new clipwright.PaginationError('x', 0))).toBe(false);
  });
});
