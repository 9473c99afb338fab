import { getEventListeners } from 'node:events';
import type { CallOptions, Clipwright, ClipwrightOptions } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, json, rejectionOf, type StubResponse, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const never = () => new Promise<never>(() => {});
const jobs = json({ jobs: [] });
const limited = errorResponse(429, 'rate_limited', { 'retry-after': '5' });
const list = (client: Clipwright, options: CallOptions): Promise<unknown> =>
  Promise.resolve(client.jobs.list('p1', options));
const listenersOn = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('timers, and listeners on the signal, are removed after', () => {
  it.each<[string, StubResponse[], ClipwrightOptions]>([
    ['a call that succeeds', [jobs], {}],
    ['a call that fails', [errorResponse(400, 'bad')], {}],
    ['a call that is retried', [errorResponse(503, 'down'), jobs], {}],
    ['a call that waits for a rate limit', [limited, jobs], {}],
    ['a call that waits for its API key', [jobs], { apiKey: async () => 'sk_live_later' }],
    ['a call whose attempt takes too long', [never], { timeout: 1_000, maxRetries: 0 }],
    ['a call that takes too long', [never], { totalTimeout: 1_000 }],
    ['calls that wait for a free slot', [jobs], { concurrency: 1 }],
  ])('%s', async (_, responses, options) => {
    const { client } = stubClient(responses, options);
    const { signal } = new AbortController();
    const ended = Promise.allSettled([list(client, { signal }), list(client, { signal })]);
    await vi.runAllTimersAsync();
    await ended;
    expect([listenersOn(signal), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it.each<[string, StubResponse[], ClipwrightOptions]>([
    ['is sent', [never], {}],
    ['waits to be retried', [errorResponse(503, 'down', { 'retry-after': '5' })], {}],
    ['waits for a rate limit', [limited], {}],
    ['waits for its API key', [jobs], { apiKey: never }],
    ['waits for a free slot', [never], { concurrency: 1 }],
  ])('a call that is aborted while it %s', async (_, responses, options) => {
    const { client } = stubClient(responses, options);
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = [list(client, { signal }), list(client, { signal })].map((call) => rejectionOf(call));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('enough');
    const late = rejectionOf(list(client, { signal }));
    for (const error of await Promise.all([...aborted, late])) {
      expect(error).toMatchObject({ name: 'AbortError', cause: 'enough' });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([listenersOn(signal), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

it('a call that is aborted with the error of another call rejects with an AbortError whose cause is that error', async () => {
  const controller = new AbortController();
  const { client } = stubClient([errorResponse(400, 'bad'), never]);
  const reason = await rejectionOf(list(client, {}));
  const error = rejectionOf(list(client, { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(reason);
  expect(await error).toMatchObject({ name: 'AbortError', attempts: 1, cause: reason });
});

// One listener per call would be slow: to add or remove a listener, an EventTarget searches all its listeners.
it('a thousand calls add one listener to their shared signal, and aborting the signal rejects all calls', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { client } = stubClient([jobs, never]);
  await list(client, { signal });
  const calls = Array.from({ length: 1_000 }, () => rejectionOf(list(client, { signal })));
  await vi.advanceTimersByTimeAsync(0);
  expect(listenersOn(signal)).toBe(1);
  controller.abort('enough');
  const causes = (await Promise.all(calls)).map((error) => Reflect.get(Object(error), 'cause'));
  expect(new Set(causes)).toEqual(new Set(['enough']));
  expect(listenersOn(signal)).toBe(0);
});
