import { inspect } from 'node:util';
import { Clipwright, type ClipwrightOptions, type RetryState } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  callAtOnce,
  fixedWindows,
  type Limiter,
  limitedService,
  retryAfterInSeconds,
  slidingWindow,
  tokenBucket,
} from './support/limited-service.ts';
import { apiKey, errorResponse, json, project, rejectionOf, type Sent, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const untilDate = (wait: number) => ({ 'retry-after': new Date(Date.now() + wait + 999).toUTCString() });
const isRefused = ({ status }: { readonly status: number }) => status === 429;
const forSeconds = (count: number) => errorResponse(429, 'rate_limited', { 'retry-after': String(count) });

describe('many concurrent calls', () => {
  // `least` is the time until the window of the last call begins, or until that call's token is available.
  it.each<[string, () => Limiter, calls: number, least: number]>([
    ['10 a second', () => fixedWindows(10, 1_000), 50, 4_000],
    ['100 a second', () => fixedWindows(100, 1_000), 500, 4_000],
    ['60 a minute', () => fixedWindows(60, 60_000), 150, 120_000],
    ['20 in any two seconds', () => slidingWindow(20, 2_000), 50, 4_000],
    ['a bucket of 10 tokens, and a Retry-After of 1', () => tokenBucket(10, 10, retryAfterInSeconds(1_000)), 50, 4_000],
  ])('all succeed in little more than the shortest possible time: %s', async (_, limiter, count, least) => {
    // Selects the maximum jitter.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { client, arrivals } = limitedService(limiter());
    const calls = callAtOnce(client, count);
    await vi.advanceTimersByTimeAsync(1.15 * least);
    await Promise.all(calls);
    expect(arrivals.filter(isRefused).length).toBeLessThan(count);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, () => Limiter]>([
    ['a bucket of 10 tokens, and a Retry-After of 0', () => tokenBucket(10, 10, { 'retry-after': '0' })],
    ['a bucket of 10 tokens, without Retry-After', () => tokenBucket(10, 10, {})],
    ['10 a second, without Retry-After', () => fixedWindows(10, 1_000, () => ({}))],
    ['10 a second, and a date as Retry-After', () => fixedWindows(10, 1_000, untilDate)],
    ['1 a second', () => fixedWindows(1, 1_000)],
  ])('all succeed: %s', async (_, limiter) => {
    const { client, arrivals } = limitedService(limiter());
    const calls = callAtOnce(client, 50);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(arrivals.filter(isRefused).length).toBeLessThan(100);
  });

  it('send at most one request above the limit in each window after the first', async () => {
    const { client, arrivals } = limitedService(fixedWindows(10, 1_000));
    const calls = callAtOnce(client, 50);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    const later = arrivals.slice(50);
    const perRound = later.map(({ at }) => later.filter((other) => at <= other.at && other.at < at + 900).length);
    expect(Math.max(...perRound)).toBeLessThanOrEqual(11);
  });

  it('are sent in order after the cool-down, a few at first and more with each success', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, arrivals } = limitedService(fixedWindows(10, 1_000));
    const calls = callAtOnce(client, 20);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    const accepted = arrivals.filter(({ status }) => status === 200);
    expect(accepted.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, call) => `${call}`));
    const second = accepted.slice(10);
    const [begun = 0] = second.map(({ at }) => at);
    expect(second.map(({ at }) => (at - begun) / 4)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 2]);
  });

  it('are not blocked by one slow call', async () => {
    const hang = () => new Promise<Response>(() => {});
    const { client, sent } = stubClient([forSeconds(1), forSeconds(1), forSeconds(1), hang, json(project)]);
    const [, ...others] = callAtOnce(client, 3);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await vi.advanceTimersByTimeAsync(2_300);
    const { length } = timers.mock.calls;
    // Restoring the spy puts the fake setTimeout back, so this must happen before real timers are restored.
    timers.mockRestore();
    await Promise.all(others);
    expect(sent).toHaveLength(6);
    // Each wait and each attempt sets one timer, and the gate sets a few more.
    expect(length).toBeLessThan(20);
  });

  it('are sent in rounds of doubling size after the last 429', async () => {
    const later = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(project)), 50));
    const { client, sent } = stubClient([forSeconds(1), later]);
    const first = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(10);
    const calls = callAtOnce(client, 50);
    // After a cool-down of up to 1.1 s, the number of calls doubles in each of six rounds of 50 ms.
    await vi.advanceTimersByTimeAsync(1_100 + 6 * 50);
    expect(sent).toHaveLength(52);
    await Promise.all([first, ...calls]);
  });

  it('are not blocked by a call that was sent before the first 429', async () => {
    const hang = () => new Promise<Response>(() => {});
    const { client, sent } = stubClient([hang, forSeconds(0), json(project)]);
    const [, refused] = callAtOnce(client, 2);
    await vi.advanceTimersByTimeAsync(110);
    await refused;
    for (let call = 0; call < 20; call++) await client.projects.create({ name: 'fast' });
    expect(sent).toHaveLength(23);
  });
});

describe('a 429', () => {
  it.each<[string, (client: Clipwright) => Clipwright, held: boolean]>([
    ['delays other calls', (client) => client, true],
    ['delays calls of a copy of the client', (client) => client.withOptions({ timeout: 1_000 }), true],
    ['delays calls of a copy of a copy', (client) => client.withOptions({}).withOptions({ concurrency: 3 }), true],
    ['does not delay calls with another API key', (client) => client.withOptions({ apiKey: 'another' }), false],
    [
      'does not delay calls to another origin',
      (client) => client.withOptions({ baseUrl: 'https://b.test/api/v1' }),
      false,
    ],
  ])('%s', async (_, clientOf, held) => {
    const { client, sent } = stubClient([forSeconds(5), json(project)]);
    const other = clientOf(client);
    const first = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(0);
    const second = other.projects.create({ name: 'B' });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(held ? 1 : 2);
    await vi.runAllTimersAsync();
    await Promise.all([first, second]);
    expect(sent).toHaveLength(3);
  });

  it('does not delay calls of another client with the same API key', async () => {
    const { client, options, sent } = stubClient([forSeconds(5), json(project)]);
    const first = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(0);
    await new Clipwright(options).projects.create({ name: 'B' });
    expect(sent).toHaveLength(2);
    await vi.runAllTimersAsync();
    await first;
  });

  it('delays polls, requests for pages and next actions', async () => {
    const page = { captions: [], pagination: { total: 0, limit: 50, offset: 0, has_more: false } };
    const body = { jobs: [], job_id: 'j1', status: 'completed', ...page };
    const { client, sent } = stubClient([forSeconds(5), json(body)]);
    const first = client.jobs.list('p1');
    await vi.advanceTimersByTimeAsync(0);
    const others = [
      client.jobs.wait({ job_id: 'j1', status: 'queued', status_url: '/jobs/j1' }),
      client.captions.list('p1').toArray(),
      client.follow({ method: 'GET', path: '/jobs/j1' }),
    ];
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(1);
    await vi.runAllTimersAsync();
    await Promise.all([first, ...others]);
    expect(sent).toHaveLength(5);
  });

  it.each([
    ['for its Retry-After', '2', 0, 2_000],
    ['for its Retry-After plus jitter', '2', 1, 2_200],
    ['for at least 100 ms', '0', 0, 100],
    ['for at least 100 ms plus jitter', '0.05', 1, 110],
    ['for at most 500 ms plus jitter without Retry-After', undefined, 1, 550],
    ['for at least 100 ms without Retry-After', undefined, 0, 100],
  ])('delays the retry %s', async (_, retryAfter, lot, delay) => {
    vi.spyOn(Math, 'random').mockReturnValue(lot);
    const delays: number[] = [];
    const hooks = { onRetry: (state: RetryState) => delays.push(state.delay) };
    const reply = errorResponse(429, 'x', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const { client, sent } = stubClient([reply, json(project)], { hooks });
    const call = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await call;
    expect(delays).toEqual([delay]);
  });

  it('delays later retries longer if Retry-After is always 0, until the call rejects at totalTimeout', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, sent } = stubClient([forSeconds(0)]);
    const error = rejectionOf(client.projects.create({ name: 'A' }, { totalTimeout: 10_000 }));
    await vi.advanceTimersByTimeAsync(10_000);
    // The delays are 100, 200, 400 and 800 ms, and then one second each.
    expect(sent).toHaveLength(13);
    expect(await error).toMatchObject({ name: 'RateLimitError', attempts: 13 });
  });

  it('delays later retries longer even if it takes more than a second to arrive', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const refuseLate = () => new Promise<Response>((resolve) => setTimeout(() => resolve(forSeconds(0)), 1_500));
    const { client, sent } = stubClient([refuseLate]);
    const error = rejectionOf(client.projects.create({ name: 'A' }, { totalTimeout: 20_000 }));
    await vi.advanceTimersByTimeAsync(20_000);
    await error;
    expect(sent).toHaveLength(9);
  });

  it('adds the same jitter to the delay of all calls of a burst', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1).mockReturnValueOnce(0);
    const { client, sent } = stubClient([...Array(5).fill(forSeconds(2)), json(project)], {
      apiKey: 'sk_live_of_a_burst',
    });
    const calls = callAtOnce(client, 5);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(sent).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.length).toBeGreaterThan(5);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('delays the retry by retry-after-ms, which takes precedence over Retry-After', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const headers = { 'retry-after': '7', 'retry-after-ms': '250' };
    const { client, sent } = stubClient([errorResponse(429, 'x', headers), json(project)]);
    const call = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(249);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(sent).toHaveLength(2);
  });

  it('without Retry-After delays each later retry longer', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const delays: number[] = [];
    const hooks = { onRetry: (state: RetryState) => delays.push(Math.round(state.delay / 1.1)) };
    const replies = [...Array(6).fill(errorResponse(429, 'x')), json(project)];
    const call = stubClient(replies, { hooks }).client.projects.create({ name: 'A' });
    await vi.runAllTimersAsync();
    await call;
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it.each([{}, { 'retry-after': '0' }])(
    'that asks for no delay is retried even if maxRetryAfter is 0: %j',
    async (headers) => {
      const { client, sent } = stubClient([errorResponse(429, 'rate_limited', headers), json(project)], {
        maxRetryAfter: 0,
      });
      const call = client.projects.create({ name: 'A' });
      await vi.advanceTimersByTimeAsync(1_000);
      await call;
      expect(sent).toHaveLength(2);
    },
  );

  it('rejects the call and does not delay others if Retry-After exceeds maxRetryAfter', async () => {
    const { client, sent } = stubClient([forSeconds(61), json(project)]);
    expect(await rejectionOf(client.projects.create({ name: 'A' }))).toHaveProperty('name', 'RateLimitError');
    await client.projects.create({ name: 'B' });
    expect(sent).toHaveLength(2);
  });

  it('does not delay calls after its cool-down has ended', async () => {
    const { client, sent } = stubClient([forSeconds(5), json(project)], { maxRetries: 0 });
    await rejectionOf(client.projects.create({ name: 'A' }));
    await vi.advanceTimersByTimeAsync(5_500);
    await client.projects.create({ name: 'B' });
    expect(sent).toHaveLength(2);
  });
});

it('an attempt that arrives while the rate gate opens is let through', async () => {
  const { client, sent } = stubClient([forSeconds(1), json(project)]);
  const call = client.projects.create({ name: 'A' });
  const read = performance.now.bind(performance);
  let readings = 0;
  // Each reading of the clock is later than the previous one, as on a real machine.
  vi.spyOn(performance, 'now').mockImplementation(() => read() + readings++ * 150);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(2);
  await call;
});

it('the cool-down of a burst of 429s is measured from the first 429', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(forSeconds(1)), 500));
  const { client, sent } = stubClient([forSeconds(1), late, json(project)]);
  const calls = callAtOnce(client, 2);
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(calls);
  expect(sent).toHaveLength(4);
});

it('an attempt frees its slot in the rate gate even if its failure cannot be converted to an error', async () => {
  const { signal } = new AbortController();
  const failure = () => {
    Object.defineProperty(signal, 'aborted', { get: () => expect.fail('no longer readable') });
    return Promise.reject(new Error('x'));
  };
  const { client, sent } = stubClient([forSeconds(0), failure, json(project)]);
  const failing = rejectionOf(client.projects.create({ name: 'A' }, { signal }));
  await vi.advanceTimersByTimeAsync(110);
  expect(await failing).toHaveProperty('message', 'no longer readable');
  await client.projects.create({ name: 'B' });
  expect([sent.length, vi.getTimerCount()]).toEqual([3, 0]);
});

describe('the number of retries after a 429', () => {
  it('is not limited by maxRetries above 0, which only counts retries after other failures', async () => {
    const replies = [errorResponse(503, 'x'), ...Array(7).fill(forSeconds(1)), errorResponse(503, 'x'), json(project)];
    const { client } = stubClient(replies, { maxRetries: 2 });
    const call = client.projects.create({ name: 'A' }).withResponse();
    await vi.runAllTimersAsync();
    expect(await call).toHaveProperty('attempts', 10);
  });

  it('is limited by totalTimeout', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, sent } = stubClient([forSeconds(1)], { totalTimeout: 4_500 });
    const call = rejectionOf(client.projects.create({ name: 'A' }));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await call).toMatchObject({ name: 'RateLimitError', attempts: 5 });
    expect(sent).toHaveLength(5);
  });

  it('is zero with maxRetries: 0, but calls wait for the cool-down', async () => {
    const { client, sent } = stubClient([forSeconds(5), forSeconds(5), json(project)], { maxRetries: 0 });
    expect(await rejectionOf(client.projects.create({ name: 'A' }))).toMatchObject({ attempts: 1 });
    const second = rejectionOf(client.projects.create({ name: 'B' }));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(await second).toMatchObject({ name: 'RateLimitError', attempts: 1 });
  });
});

describe('a call that would have to wait too long for a rate limit', () => {
  it('is not sent, and rejects immediately with the 429 that began the cool-down', async () => {
    const reply = errorResponse(429, 'rate_limited', { 'retry-after': '30', 'x-request-id': 'r1' });
    const { client, sent } = stubClient([reply, json(project)]);
    const first = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(0);
    const error = await rejectionOf(client.jobs.list('p1', { totalTimeout: 29_000 }));
    expect(error).toMatchObject({
      name: 'RateLimitError',
      message:
        'jobs.list (GET https://video.test/api/v1/projects/p1/jobs) was not sent: the response to an earlier call, ' +
        '429 rate_limited, asks to wait 30 s, and its turn would come too late for its totalTimeout or maxRetryAfter',
      method: 'GET',
      url: 'https://video.test/api/v1/projects/p1/jobs',
      attempts: 0,
      idempotencyKey: null,
      status: 429,
      code: 'rate_limited',
      retryAfterSeconds: 30,
      requestId: 'r1',
    });
    expect(sent).toHaveLength(1);
    await vi.runAllTimersAsync();
    await first;
  });

  it('rejects immediately when a later 429 asks for more time than the call has left', async () => {
    const later = async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return forSeconds(50);
    };
    const { client } = stubClient([forSeconds(1), later, json(project)]);
    const hasty = rejectionOf(client.projects.create({ name: 'hasty' }, { totalTimeout: 40_000 }));
    const patient = client.projects.create({ name: 'patient' });
    await vi.advanceTimersByTimeAsync(500);
    expect(await hasty).toMatchObject({ name: 'RateLimitError', attempts: 1, retryAfterSeconds: 1 });
    await vi.runAllTimersAsync();
    await patient;
  });

  it('rejects immediately if its client is a copy whose maxRetryAfter is shorter than a cool-down of the original', async () => {
    const { client, sent } = stubClient([forSeconds(30), json(project)]);
    const first = client.projects.create({ name: 'A' });
    await vi.advanceTimersByTimeAsync(0);
    const hasty = client.withOptions({ maxRetryAfter: 20_000 });
    expect(await rejectionOf(hasty.projects.create({ name: 'B' }))).toMatchObject({
      name: 'RateLimitError',
      attempts: 0,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    const second = hasty.projects.create({ name: 'C' });
    await vi.runAllTimersAsync();
    await Promise.all([first, second]);
    expect(sent).toHaveLength(3);
  });

  it('rejects at the end of its totalTimeout with the 429 that began the cool-down', async () => {
    const { client } = limitedService(fixedWindows(1, 10_000), { totalTimeout: 15_000 });
    const outcomes = Promise.allSettled(callAtOnce(client, 4));
    await vi.advanceTimersByTimeAsync(15_000);
    const reasons = (await outcomes).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons.map(({ name, attempts }) => [name, attempts])).toEqual([
      ['RateLimitError', 2],
      ['RateLimitError', 1],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects with the error of its last attempt if an attempt had failed before', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client } = stubClient([errorResponse(503, 'x', { 'retry-after': '1' }), forSeconds(30), json(project)]);
    const call = rejectionOf(client.projects.create({ name: 'A' }, { totalTimeout: 20_000 }));
    await vi.advanceTimersByTimeAsync(0);
    const other = client.projects.create({ name: 'B' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toMatchObject({ name: 'ServerError', attempts: 1 });
    await vi.runAllTimersAsync();
    await other;
  });

  it('leaves the queue when it is aborted, and later calls move up', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const controller = new AbortController();
    const { client, arrivals } = limitedService(fixedWindows(1, 1_000));
    const first = client.projects.create({ name: 'first' });
    const aborted = Array.from({ length: 5 }, () =>
      rejectionOf(client.projects.create({ name: 'aborted' }, { signal: controller.signal })),
    );
    const last = client.projects.create({ name: 'last' });
    await vi.advanceTimersByTimeAsync(500);
    controller.abort('enough');
    expect(await Promise.all(aborted)).toMatchObject(
      Array(5).fill({ name: 'AbortError', cause: 'enough', attempts: 1 }),
    );
    await vi.advanceTimersByTimeAsync(510);
    await Promise.all([first, last]);
    expect(arrivals.at(-1)).toMatchObject({ name: 'last', status: 200 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('concurrency', () => {
  it('limits the calls in flight and starts them in order', async () => {
    const { client, running, started, finish } = slowService({ concurrency: 3 });
    const calls = callAtOnce(client, 7);
    await vi.advanceTimersByTimeAsync(0);
    expect(running()).toBe(3);
    for (let rest = 6; rest >= 0; rest -= 1) {
      finish();
      await vi.advanceTimersByTimeAsync(0);
      expect(running()).toBe(Math.min(3, rest));
    }
    await Promise.all(calls);
    expect(started).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  it('is not limited by default', async () => {
    const { client, running } = slowService();
    callAtOnce(client, 1_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(running()).toBe(1_000);
  });

  it('is one limit for a client and its copies, but a copy with its own value has its own limit', async () => {
    const { client, running } = slowService({ concurrency: 3 });
    callAtOnce(client, 5);
    callAtOnce(client.withOptions({ apiKey: 'another' }), 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(running()).toBe(3);
    callAtOnce(client.withOptions({ concurrency: 2 }), 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(running()).toBe(5);
  });

  it('counts the wait for a slot towards totalTimeout, not timeout', async () => {
    const { client, started, finish } = slowService({ concurrency: 1, timeout: 1_000, maxRetries: 0 });
    const long = client.projects.create({ name: 'long' }, { timeout: 2_500 });
    const next = rejectionOf(client.projects.create({ name: 'next' }));
    const late = rejectionOf(client.projects.create({ name: 'late' }, { totalTimeout: 3_000 }));
    await vi.advanceTimersByTimeAsync(2_400);
    finish();
    await vi.advanceTimersByTimeAsync(599);
    expect(started).toEqual(['long', 'next']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject({ name: 'TimeoutError', option: 'totalTimeout', attempts: 0 });
    await vi.advanceTimersByTimeAsync(400);
    expect(await next).toMatchObject({ name: 'TimeoutError', option: 'timeout', attempts: 1 });
    await long;
  });

  it('frees the slot of a call that fails or is aborted', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient(
      [() => new Promise(() => {}), errorResponse(400, 'x'), new Error('x'), json(project)],
      {
        concurrency: 1,
        maxRetries: 0,
      },
    );
    const { signal } = controller;
    const aborted = [1, 2].map((call) => rejectionOf(client.projects.create({ name: `${call}` }, { signal })));
    const failed = [3, 4].map((call) => rejectionOf(client.projects.create({ name: `${call}` })));
    const last = client.projects.create({ name: 'last' });
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1);
    controller.abort();
    expect(await Promise.all(aborted)).toMatchObject([{ attempts: 1 }, { attempts: 0 }]);
    expect(await Promise.all(failed)).toMatchObject([{ name: 'BadRequestError' }, { name: 'ConnectionError' }]);
    await last;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not count a call that waits to be retried, and puts the call first in the queue after that wait', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const later = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(project)), 3_000));
    const { client, sent } = stubClient([errorResponse(503, 'x', { 'retry-after': '5' }), later], { concurrency: 1 });
    const calls = ['A', 'B', 'C', 'D'].map(async (name) => client.projects.create({ name }));
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(sent.map(({ body }) => Reflect.get(Object(body), 'name'))).toEqual(['A', 'B', 'C', 'A', 'D']);
  });

  it('does not count a call that waits for a rate limit, so other API keys can use its slot', async () => {
    const { client, sent } = stubClient([forSeconds(5), forSeconds(5), json(project)], { concurrency: 2 });
    const calls = callAtOnce(client, 4);
    await vi.advanceTimersByTimeAsync(0);
    await client.withOptions({ apiKey: 'another' }).projects.create({ name: 'B' });
    expect(sent).toHaveLength(3);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('does not let a call that waits for a slot skip the cool-down of a 429', async () => {
    const { client, sent } = stubClient([forSeconds(5), json(project)], { concurrency: 1 });
    const calls = callAtOnce(client, 4);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(1);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(sent.slice(1).map(({ body }) => body)).toEqual([0, 1, 2, 3].map((call) => ({ name: `${call}` })));
  });

  it('does not reduce the calls per round when a late 429 frees a slot', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const delayed = (milliseconds: number, response: Response) => () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(response.clone()), milliseconds));
    const [accepted, late] = [json(project), delayed(1_500, forSeconds(5))];
    const slow = [delayed(600, accepted), delayed(10, accepted)];
    const responses = [late, accepted, accepted, accepted, forSeconds(1), ...slow];
    const { client, sent } = stubClient(responses, { concurrency: 2 });
    const calls = callAtOnce(client, 9);
    await vi.advanceTimersByTimeAsync(6_499);
    expect(sent).toHaveLength(6);
    // Three calls were accepted before the first 429, so this round allows three: one has started, and two start now.
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(8);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('removes a call from the queue when it is aborted while waiting for a slot', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { client, sent } = stubClient([forSeconds(1), () => new Promise(() => {}), json(project)], {
      concurrency: 1,
    });
    const aborted = [1, 2].map((call) => rejectionOf(client.projects.create({ name: `${call}` }, { signal })));
    await vi.advanceTimersByTimeAsync(1_100);
    expect(sent).toHaveLength(2);
    controller.abort();
    expect(await Promise.all(aborted)).toMatchObject([{ attempts: 2 }, { attempts: 0 }]);
    await client.projects.create({ name: 'next' });
  });

  it('sends calls one after another if it is 1, even when some are made during a cool-down', async () => {
    const calls: Promise<unknown>[] = [];
    const { client, sent } = stubClient(
      [
        async () => {
          const call = sent.length;
          if (call === 5) setTimeout(() => calls.push(...callAtOnce(client, 2)), 5);
          await new Promise((resolve) => setTimeout(resolve, 20));
          return call === 3 ? errorResponse(429, 'x', { 'retry-after': '0.1' }) : json(project);
        },
      ],
      { concurrency: 1 },
    );
    calls.push(...callAtOnce(client, 5));
    await vi.advanceTimersByTimeAsync(400);
    await Promise.all(calls);
    expect([calls.length, sent.length]).toEqual([7, 8]);
  });

  it.each([
    ['the same API key', 'one'],
    ['another API key', 'two'],
  ])('does not starve a call that got a 429 while others with %s keep all slots busy', async (_, other) => {
    let isLimited = true;
    let calls = 0;
    const respond = async ({ url }: Sent) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!isLimited || !url.includes('/refused/')) return json({ jobs: [] });
      isLimited = false;
      return errorResponse(429, 'x', { 'retry-after': '0.1' });
    };
    const { client } = stubClient([respond], { concurrency: 2, apiKey: () => (calls++ === 0 ? 'one' : other) });
    let isAccepted = false;
    const refused = client.jobs.list('refused').then(() => {
      isAccepted = true;
    });
    let isDone = false;
    const work = async (worker: number) => {
      for (let call = 0; !isDone; call++) await client.jobs.list(`p${worker}-${call}`);
    };
    const workers = [1, 2, 3, 4, 5].map(work);
    await vi.advanceTimersByTimeAsync(3_000);
    const wasAccepted = isAccepted;
    isDone = true;
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([refused, ...workers]);
    expect(wasAccepted).toBe(true);
  });

  it('does not block the original client after a 429 if it is set only on a copy', async () => {
    const long = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(project)), 20_000));
    const { client, sent } = stubClient([long, forSeconds(1), json(project)]);
    const background = client.withOptions({ concurrency: 1 });
    const calls = callAtOnce(background, 1);
    await vi.advanceTimersByTimeAsync(0);
    calls.push(...callAtOnce(client, 1));
    await vi.advanceTimersByTimeAsync(0);
    calls.push(...callAtOnce(background, 10), ...callAtOnce(client, 10));
    await vi.advanceTimersByTimeAsync(1_100);
    expect(sent).toHaveLength(2 + 1 + 10);
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all(calls);
    expect(sent).toHaveLength(2 + 1 + 10 + 10);
  });

  it('does not count a call that waits for its API key, because the apiKey function can make calls', async () => {
    const { client, options } = stubClient([json(project)], { concurrency: 1 });
    const apiKey = vi.fn(async () => {
      await client.projects.create({ name: 'token' });
      return 'another';
    });
    const other = client.withOptions({ apiKey });
    const calls = callAtOnce(other, 3);
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all(calls);
    expect(apiKey).toHaveBeenCalledTimes(3);
    expect(options.concurrency).toBe(1);
  });
});

describe('the cool-downs of API keys', () => {
  it('do not expose the keys', async () => {
    const { client } = stubClient([forSeconds(5)], { maxRetries: 0 });
    await rejectionOf(client.projects.create({ name: 'A' }));
    const waiting = rejectionOf(client.projects.create({ name: 'B' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(inspect(client, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(apiKey);
    await vi.runAllTimersAsync();
    await waiting;
  });

  it('are kept for a thousand keys, and one more key replaces the cool-down that ends first', async () => {
    const { client, sent } = clientWithKeys(
      [...numberedKeys(1_001), 'key-0', 'key-1'],
      [forSeconds(60), forSeconds(30), forSeconds(60)],
    );
    for (const _ of numberedKeys(1_001)) await rejectionOf(client.jobs.list('p1'));
    const calls = [rejectionOf(client.jobs.list('p1')), rejectionOf(client.jobs.list('p1'))];
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.slice(1_001).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer key-1']);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
  });

  it('are kept until they end, even if many other keys are used meanwhile', async () => {
    const { client, sent } = clientWithKeys([...numberedKeys(1_200), 'key-0'], [forSeconds(60), json({ jobs: [] })]);
    await rejectionOf(client.jobs.list('p1'));
    for (const _ of numberedKeys(1_199)) await client.jobs.list('p1');
    const call = client.jobs.list('p1');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent).toHaveLength(1_200);
    await vi.runAllTimersAsync();
    await call;
  });
});

function numberedKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `key-${index}`);
}

/** Returns a client that uses the next of these keys for each call. */
function clientWithKeys(keys: readonly string[], responses: Response[]) {
  const upcoming = keys.values();
  return stubClient(responses, { apiKey: () => String(upcoming.next().value), maxRetries: 0 });
}

/** Returns a client of a service that completes its oldest request whenever `finish` is called. */
function slowService(options: ClipwrightOptions = {}) {
  const pending: (() => void)[] = [];
  const started: string[] = [];
  const { client } = stubClient(
    [
      ({ body, init }) => {
        started.push(String(Reflect.get(Object(body), 'name')));
        return new Promise((resolve, reject) => {
          pending.push(() => resolve(json(project)));
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      },
    ],
    options,
  );
  return { client, started, running: () => pending.length, finish: () => pending.shift()?.() };
}
