import { Clipwright, type ClipwrightOptions } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { describe, expect, it, vi } from 'vitest';
import { refusingBaseUrl, serve } from './support/server.ts';
import { apiKey, errorResponse, rejectionOf, stubClient } from './support/stub.ts';

const noRetries = { maxRetries: 0 };
const make = (baseUrl: string, options: ClipwrightOptions = {}) =>
  new Clipwright({ apiKey, baseUrl, ...noRetries, ...options });

describe('over a real socket,', () => {
  it('a call sends a request and returns the response', async () => {
    const baseUrl = await serve((request, response) => {
      response.setHeader('x-request-id', 'req-7');
      response.end(
        JSON.stringify({ id: 'p1', status: `${request.method} ${request.url} ${request.headers.authorization}` }),
      );
    });
    const { data, requestId } = await make(baseUrl).projects.create({ name: 'A' }).withResponse();
    expect(data.status).toBe(`POST /api/v1/projects Bearer ${apiKey}`);
    expect(requestId).toBe('req-7');
  });

  it('a stalled body causes a TimeoutError for the attempt', async () => {
    const baseUrl = await serve((_, response) => response.write('{"jobs":'));
    expect(await rejectionOf(make(baseUrl, { timeout: 30 }).jobs.list('p1'))).toMatchObject({
      name: 'TimeoutError',
      option: 'timeout',
      limit: 30,
      attempts: 1,
    });
  });

  it('a truncated body causes a ConnectionError, or a retry if the call can be retried', async () => {
    let requests = 0;
    const baseUrl = await serve((_, response) => {
      requests += 1;
      if (requests > 1) return void response.end('{"jobs":[]}');
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"jobs":', () => response.destroy());
    });
    expect(await rejectionOf(make(baseUrl).audio.generateSound({ prompt: 'x' }))).toMatchObject({
      name: 'ConnectionError',
      sent: true,
    });
    requests = 0;
    expect(await make(baseUrl, { maxRetries: 1 }).jobs.list('p1')).toEqual([]);
  });

  it('a refused connection causes a ConnectionError with sent: false', async () => {
    const error = await rejectionOf(make(await refusingBaseUrl()).audio.generateSound({ prompt: 'x' }));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      sent: false,
      message: expect.stringMatching(/got no complete response: fetch failed: connect ECONNREFUSED 127\.0\.0\.1:\d+$/),
    });
  });

  it.each([301, 302, 303, 307, 308])('a %i redirect is an error, and nothing is sent to its target', async (status) => {
    const visits: (string | undefined)[] = [];
    const elsewhere = await serve((request, response) => {
      visits.push(request.url);
      response.end('{}');
    });
    const baseUrl = await serve((_, response) => response.writeHead(status, { location: elsewhere }).end());
    const error = await rejectionOf(make(baseUrl).projects.create({ name: 'A' }));
    expect(error).toMatchObject({ name: 'ApiError', status, message: expect.stringContaining('is not followed') });
    expect(visits).toEqual([]);
  });

  it('an abort rejects a call in flight with the signal’s reason as the cause', async () => {
    const controller = new AbortController();
    const baseUrl = await serve(() => controller.abort('changed my mind'));
    const error = await rejectionOf(
      make(baseUrl).projects.create({ name: 'A' }, { signal: controller.signal, idempotencyKey: 'order-42' }),
    );
    expect(error).toMatchObject({
      name: 'AbortError',
      cause: 'changed my mind',
      attempts: 1,
      idempotencyKey: 'order-42',
    });
  });
});

describe('a time limit', () => {
  const never = () => new Promise<Response>(() => {});

  it('per attempt causes a retry if the call can be retried', async () => {
    vi.useFakeTimers();
    const retried = stubClient([never], { timeout: 1_000, maxRetries: 2 });
    const single = stubClient([never], { timeout: 1_000, maxRetries: 2 });
    const errors = Promise.all([
      rejectionOf(retried.client.projects.create({ name: 'A' })),
      rejectionOf(single.client.audio.generateSound({ prompt: 'x' })),
    ]);
    await vi.runAllTimersAsync();
    expect(await errors).toMatchObject([
      { name: 'TimeoutError', option: 'timeout', attempts: 3 },
      { name: 'TimeoutError', option: 'timeout', attempts: 1 },
    ]);
    vi.useRealTimers();
  });

  it.each([
    ['timeout', 60_000, {}, {}],
    ['totalTimeout', 180_000, { timeout: 170_000, maxRetries: 1 }, {}],
    ['timeout', 20, { timeout: 30 }, { timeout: 20 }],
    ['totalTimeout', 20, { totalTimeout: 30 }, { totalTimeout: 20 }],
  ] as const)(
    'comes from the call, the client or the default, in this order: %s %i',
    async (option, limit, ofClient, ofCall) => {
      vi.useFakeTimers();
      const { client } = stubClient([never], { ...noRetries, ...ofClient });
      const error = rejectionOf(client.jobs.list('p1', ofCall));
      await vi.runAllTimersAsync();
      expect(await error).toMatchObject({ name: 'TimeoutError', option, limit });
      vi.useRealTimers();
    },
  );

  it('for the whole call applies to attempts and to waiting for the API key', async () => {
    vi.useFakeTimers();
    const limits = { timeout: 1_000, totalTimeout: 1_500, maxRetries: 9 };
    const sending = rejectionOf(stubClient([never], limits).client.jobs.list('p1'));
    const asking = rejectionOf(
      stubClient([never], { ...limits, apiKey: () => new Promise<string>(() => {}) }).client.jobs.list('p1'),
    );
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await sending).toMatchObject({ name: 'TimeoutError', option: 'totalTimeout', limit: 1_500 });
    expect(await asking).toMatchObject({ name: 'TimeoutError', option: 'totalTimeout', attempts: 0 });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});

it('a call with an aborted signal is not sent', async () => {
  const { client, sent } = stubClient([Response.json({})]);
  const error = await rejectionOf(client.jobs.list('p1', { signal: AbortSignal.abort('before') }));
  expect(error).toMatchObject({ name: 'AbortError', cause: 'before' });
  expect(sent).toEqual([]);
});

it.each([
  ['undefined', undefined, '`fetch` did not return a Response'],
  ['another object', {}, '`fetch` did not return a Response'],
  ['Response.error()', Response.error(), '`fetch` returned Response.error()'],
])('a fetch option that returns %s causes a ConnectionError that says so', async (_, response, reason) => {
  const { client } = stubClient([() => response as Response], noRetries);
  const message = `jobs.list (GET https://video.test/api/v1/projects/p1/jobs) got no complete response: ${reason}`;
  expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({ name: 'ConnectionError', message });
});

it.each([
  ['bang', 'bang'],
  [undefined, 'undefined'],
  [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
  [Object.create(null), 'unknown reason'],
  [circularCause(), 'again and again: '.repeat(8).slice(0, -2)],
])('a ConnectionError says why: %j', async (reason, text) => {
  const respond = () => {
    throw reason;
  };
  const error = await rejectionOf(stubClient([respond], noRetries).client.jobs.list('p1'));
  expect(error).toMatchObject({ name: 'ConnectionError', cause: reason });
  expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`got no complete response: ${text}$`)));
});

describe('the error of a failed connection', () => {
  const { baseUrl } = createMock();
  const hint = 'the address of a mock in process: give the client `fetch: mock.fetch`';
  const notFound = () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND api.clipwright.test'), { code: 'ENOTFOUND' });
    return Promise.reject(new TypeError('fetch failed', { cause }));
  };
  const messageFor = async (options: ClipwrightOptions) => {
    const error = await rejectionOf(make(baseUrl, options).jobs.list('p1'));
    return error instanceof Error ? `${error.name}: ${error.message}` : '';
  };

  it('has the hint to pass mock.fetch if the address is that of a mock', async () => {
    const message = await messageFor({ fetch: notFound });
    expect(message).toMatch(/^ConnectionError: .*getaddrinfo ENOTFOUND api\.clipwright\.test\. This is /);
    expect(message).toContain(hint);
  });

  it('does not have the hint if the address is not that of a mock or the mock drops the connection', async () => {
    expect(await messageFor({ fetch: notFound, baseUrl: 'https://api.example/api/v1' })).not.toContain(hint);
    const mock = createMock();
    mock.faults.add({ drop: true });
    const dropped = await messageFor({ fetch: mock.fetch });
    expect(dropped).toMatch(/^ConnectionError: /);
    expect(dropped).not.toContain(hint);
  });
});

describe('a timeout', () => {
  const never = () => new Promise<Response>(() => {});

  it('reports the number of attempts', async () => {
    const { client } = stubClient([never], { maxRetries: 0, timeout: 5 });
    expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({
      message: expect.stringMatching(/ exceeded its timeout of 5 ms \(attempts: 1\)$/),
    });
  });

  it('names the previous attempt’s error if totalTimeout ends a later attempt', async () => {
    vi.useFakeTimers();
    const { client } = stubClient([errorResponse(503, 'overloaded'), never], { totalTimeout: 5_000 });
    const error = rejectionOf(client.jobs.list('p1'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      attempts: 2,
      message: expect.stringMatching(
        /exceeded its totalTimeout of 5000 ms.*; before, .* failed with status 503 overloaded/,
      ),
      cause: { name: 'ServerError' },
    });
  });

  it('names the previous attempt’s error if totalTimeout ends the wait for a free slot', async () => {
    vi.useFakeTimers();
    const { client } = stubClient([errorResponse(503, 'overloaded'), never], { totalTimeout: 5_000, concurrency: 1 });
    const error = rejectionOf(client.jobs.list('p1'));
    const other = rejectionOf(client.jobs.list('p2', { totalTimeout: 9_000 }));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await error).toMatchObject({
      name: 'TimeoutError',
      attempts: 1,
      message: expect.stringContaining('failed with status 503'),
    });
    await other;
  });

  it('says only once that the service may have done the work', async () => {
    vi.useFakeTimers();
    const { client } = stubClient([errorResponse(503, 'overloaded'), never], { totalTimeout: 5_000 });
    const error = rejectionOf(client.projects.create({ name: 'A' }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(String(await error).split('the service may have done it')).toHaveLength(2);
  });

  it('says that totalTimeout left no time for another attempt, even if retries are left', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    vi.useFakeTimers();
    const { client, sent } = stubClient([never], { maxRetries: 5, timeout: 5, totalTimeout: 300 });
    const call = rejectionOf(client.jobs.list('p1'));
    await vi.advanceTimersByTimeAsync(5);
    const error = await call;
    expect(sent).toHaveLength(1);
    expect(error).toHaveProperty('cause');
    expect(error).toMatchObject({
      name: 'TimeoutError',
      option: 'timeout',
      limit: 5,
      attempts: 1,
      message: expect.stringMatching(
        / exceeded its timeout of 5 ms \(attempts: 1\); its totalTimeout of 300 ms left no room for another$/,
      ),
    });
  });
});

it('the error for a 304, for example from a cache, does not call it a redirect', async () => {
  const { client } = stubClient([new Response(null, { status: 304 })], noRetries);
  expect(await rejectionOf(client.jobs.list('p1'))).toHaveProperty('message', expect.not.stringContaining('redirect'));
});

it('an opaque redirect, as browsers return it, causes an ApiError', async () => {
  const hidden = Object.defineProperties(new Response(''), { status: { value: 0 }, ok: { value: false } });
  const { client } = stubClient([() => hidden], noRetries);
  expect(await rejectionOf(client.jobs.list('p1'))).toMatchObject({
    name: 'ApiError',
    status: 0,
    message: expect.stringContaining('failed with status 0, a redirect is not followed: check baseUrl'),
  });
});

function circularCause(): Error {
  const error = new Error('again and again');
  error.cause = error;
  return error;
}
