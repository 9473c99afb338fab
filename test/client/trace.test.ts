import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import type { CallTrace } from 'clipwright';
import { afterEach, expect, it, vi } from 'vitest';
import { apiKey, errorResponse, json, project, rejectionOf, stubClient } from './support/stub.ts';

const channel = tracingChannel<string, CallTrace>('clipwright:call');
const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** Subscribes to the channel and records each event with a copy of its message. */
function record() {
  const seen: [string, object][] = [];
  const keep = (event: string) => (message: CallTrace) => void seen.push([event, { ...message }]);
  const subscribers = {
    start: keep('start'),
    end: keep('end'),
    asyncStart: keep('asyncStart'),
    asyncEnd: keep('asyncEnd'),
    error: keep('error'),
  };
  channel.subscribe(subscribers);
  undo.push(() => channel.unsubscribe(subscribers));
  return seen;
}

const unavailable = errorResponse(503, 'x', { 'retry-after': '0' });

it('a call is traced from start to end, without its query, headers or bodies', async () => {
  const seen = record();
  const response = json({ ...project, secret: 'whsec_very_secret' }, 201, { 'x-request-id': 'r2' });
  const { client } = stubClient([unavailable, response]);
  await client.request('POST', '/webhooks', {
    query: { q: 'very private' },
    body: { a: 'very private' },
    idempotencyKey: 'order-42',
  });
  const facts = { endpoint: 'request', method: 'POST', url: 'https://video.test/api/v1/webhooks' };
  const begun = { ...facts, attempts: 0, status: null, requestId: null, duration: null };
  const ended = {
    ...facts,
    attempts: 2,
    status: 201,
    requestId: 'r2',
    duration: expect.any(Number),
    result: undefined,
  };
  expect(seen).toEqual([
    ['start', begun],
    ['end', begun],
    ['asyncStart', ended],
    ['asyncEnd', ended],
  ]);
  expect(inspect(seen, { depth: 9, showHidden: true })).not.toMatch(/secret|private/);
});

it('the trace of an unsent call has no status, even if an earlier 429 kept the call from being sent', async () => {
  const seen = record();
  const { client } = stubClient([errorResponse(429, 'x', { 'retry-after': '30', 'x-request-id': 'r1' })], {
    maxRetries: 0,
  });
  await rejectionOf(client.jobs.list('p1'));
  const error = await rejectionOf(client.jobs.list('p1', { totalTimeout: 1_000 }));
  expect(error).toMatchObject({ status: 429, requestId: 'r1' });
  expect(seen.at(-1)).toMatchObject(['asyncEnd', { attempts: 0, status: null, requestId: null, error }]);
});

it('a failed call is traced with its error', async () => {
  const seen = record();
  const { client } = stubClient([errorResponse(404, 'not_found', { 'x-request-id': 'r1' })]);
  const error = await rejectionOf(client.jobs.list('p1'));
  const ended = {
    endpoint: 'jobs.list',
    attempts: 1,
    status: 404,
    requestId: 'r1',
    duration: expect.any(Number),
    error,
  };
  expect(seen.slice(2)).toMatchObject([
    ['error', ended],
    ['asyncStart', ended],
    ['asyncEnd', ended],
  ]);
  expect(inspect(seen, { depth: 9, showHidden: true })).not.toContain(apiKey);
});

it('a call without a response is traced with its number of attempts', async () => {
  const seen = record();
  const { client } = stubClient([new TypeError('fetch failed')], { maxRetries: 0 });
  await rejectionOf(client.jobs.list('p1'));
  expect(seen.at(-1)).toMatchObject(['asyncEnd', { attempts: 1, status: null, requestId: null }]);
});

it('an AsyncLocalStorage bound to the start channel has its value in every attempt of a call', async () => {
  record();
  const store = new AsyncLocalStorage<string>();
  channel.start.bindStore(store, ({ endpoint }) => `span of ${endpoint}`);
  undo.push(() => channel.start.unbindStore(store));
  const spans: unknown[] = [];
  const respond = () => {
    spans.push(store.getStore());
    return spans.length === 1 ? unavailable : json({ jobs: [] });
  };
  await stubClient([respond]).client.jobs.list('p1');
  expect(spans).toEqual(['span of jobs.list', 'span of jobs.list']);
});

it('nothing is traced without a subscriber', async () => {
  const tracePromise = vi.spyOn(Object.getPrototypeOf(channel), 'tracePromise');
  const { client } = stubClient([json({ jobs: [] })]);
  await client.jobs.list('p1');
  expect(tracePromise).not.toHaveBeenCalled();
  record();
  await client.jobs.list('p1');
  expect(tracePromise).toHaveBeenCalledOnce();
});

it('a call that fails validation before it is sent is not traced', async () => {
  const seen = record();
  await rejectionOf(stubClient([]).client.jobs.list('..'));
  expect(seen).toEqual([]);
});

it.each([undefined, {}, { getBuiltinModule: () => undefined }, { getBuiltinModule: () => ({}) }])(
  'a call works in a runtime without tracing channels, where process is %j',
  async (process) => {
    vi.stubGlobal('process', process);
    const { client } = stubClient([json({ jobs: [] })]);
    expect(await client.jobs.list('p1')).toEqual([]);
  },
);
