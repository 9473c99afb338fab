import type { ClipwrightOptions } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, json, project, rejectionOf, type StubResponse, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const reset = networkError('ECONNRESET');
type CallKind = 'GET' | 'POST with key' | 'POST without key' | 'PATCH';
const calls: Record<CallKind, (client: Client) => PromiseLike<unknown>> = {
  GET: (client: Client) => client.timeline.at('p1', { time_seconds: 0 }),
  'POST with key': (client: Client) => client.projects.create({ name: 'A' }),
  'POST without key': (client: Client) => client.audio.generateSound({ prompt: 'Rain' }),
  PATCH: (client: Client) => client.timeline.updateZoom('p1', 't1', {}),
};

describe('the client', () => {
  const retryable: CallKind[] = ['GET', 'POST with key'];
  const others: CallKind[] = ['POST without key', 'PATCH'];
  const transient = [408, 429, 500, 502, 503, 504];

  it.each(retryable.flatMap((kind) => transient.map((status) => [kind, status] as const)))(
    'retries %s after %i',
    async (kind, status) => {
      const { client, sent } = stubClient([errorResponse(status, 'x'), json(project)]);
      await runTimers(calls[kind](client));
      expect(sent).toHaveLength(2);
    },
  );

  it.each(retryable.flatMap((kind) => ['ECONNREFUSED', 'ECONNRESET'].map((code) => [kind, code] as const)))(
    'retries %s after %s',
    async (kind, code) => {
      const { client, sent } = stubClient([networkError(code), json(project)]);
      await runTimers(calls[kind](client));
      expect(sent).toHaveLength(2);
    },
  );

  const notProcessed = ['429', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

  it.each(others.flatMap((kind) => notProcessed.map((code) => [kind, code] as const)))(
    'retries %s after %s, because the request was not processed',
    async (kind, code) => {
      const { client, sent } = stubClient([
        code === '429' ? errorResponse(429, 'x') : networkError(code),
        json(project),
      ]);
      await runTimers(calls[kind](client));
      expect(sent).toHaveLength(2);
    },
  );

  it.each(others.flatMap((kind) => [408, 500, 502, 503, 504].map((status) => [kind, status] as const)))(
    'does not retry %s after %i',
    async (kind, status) => {
      const { client, sent } = stubClient([errorResponse(status, 'x'), json(project)]);
      expect(await runTimers(rejectionOf(calls[kind](client)))).toMatchObject({ status, attempts: 1 });
      expect(sent).toHaveLength(1);
    },
  );

  it.each(others)('does not retry %s after a reset, because the service may have done the work', async (kind) => {
    const { client, sent } = stubClient([reset, json(project)]);
    expect(await runTimers(rejectionOf(calls[kind](client)))).toMatchObject({ name: 'ConnectionError', sent: true });
    expect(sent).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 422, 501])('does not retry after %i', async (status) => {
    const { client, sent } = stubClient([errorResponse(status, 'x')]);
    expect(await runTimers(rejectionOf(calls.GET(client)))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  it.each([
    [2, "with the caller's Idempotency-Key", { idempotencyKey: 'order-42' }],
    [1, 'without an Idempotency-Key', {}],
  ])('makes %i attempts at a client.request POST %s', async (attempts, _, options) => {
    const { client, sent } = stubClient([errorResponse(503, 'x'), json({})]);
    await runTimers(client.request('POST', '/usage', { body: {}, ...options }).catch(() => {}));
    expect(sent).toHaveLength(attempts);
  });

  it('retries with the same Idempotency-Key, which the error contains', async () => {
    const { client, sent } = stubClient([errorResponse(503, 'x')]);
    const error = await runTimers(rejectionOf(calls['POST with key'](client)));
    const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
    expect(sent).toHaveLength(3);
    expect(keys.size).toBe(1);
    expect(error).toMatchObject({ name: 'ServerError', attempts: 3, idempotencyKey: [...keys][0] });
  });

  it.each([
    ["uses the client's maxRetries", { maxRetries: 4 }, {}, 5],
    ["uses the call's maxRetries", { maxRetries: 4 }, { maxRetries: 1 }, 2],
    ['does not retry with maxRetries: 0', { maxRetries: 4 }, { maxRetries: 0 }, 1],
  ])('%s', async (_, options, callOptions, attempts) => {
    const { client, sent } = stubClient([errorResponse(503, 'x')], options);
    await runTimers(rejectionOf(client.jobs.list('p1', callOptions)));
    expect(sent).toHaveLength(attempts);
  });
});

describe('the delay before a retry', () => {
  it('grows from 500 ms to 8 s, with full jitter', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const delays = await delaysOf([errorResponse(503, 'x')], { maxRetries: 6 });
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it.each([
    ['seconds', '3', 3_150],
    ['zero seconds', '0', 0],
    ['a date', 'Thu, 01 Jan 2026 00:00:20 GMT', 21_000],
    ['a date that has passed', 'Thu, 01 Jan 2026 00:00:00 GMT', 0],
    ['an unreadable value', 'soon', 250],
    ['a negative number', '-5', 250],
  ])('for a Retry-After of %s (%s) is %i ms with half of the maximum jitter', async (_, header, delay) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    const response = errorResponse(503, 'x', { 'retry-after': header });
    expect(await delaysOf([response], { maxRetries: 1 })).toEqual([delay]);
  });

  it('measures a Retry-After date from the response’s Date header, not the local clock', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    const date = 'Thu, 01 Jan 2026 00:00:15 GMT';
    const response = errorResponse(503, 'x', { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT', date });
    expect(await delaysOf([response], { maxRetries: 1 })).toEqual([5_000]);
  });

  it('is at most maxRetryAfter; a longer Retry-After makes the call reject immediately', async () => {
    const response = errorResponse(429, 'x', { 'retry-after': '60.5' });
    const { client, sent } = stubClient([response, json(project)]);
    expect(await rejectionOf(calls.GET(client))).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 60.5 });
    expect(sent).toHaveLength(1);
    const patient = stubClient([response, json(project)], { maxRetryAfter: 60_500 });
    await runTimers(calls.GET(patient.client));
    expect(patient.sent).toHaveLength(2);
    const hasty = stubClient([errorResponse(429, 'x', { 'retry-after': '0.1' })], { maxRetryAfter: 0 });
    await rejectionOf(calls.GET(hasty.client));
    expect(hasty.sent).toHaveLength(1);
  });

  it('is shorter than totalTimeout; a longer Retry-After makes the call reject immediately', async () => {
    const { client, sent } = stubClient([errorResponse(429, 'x', { 'retry-after': '30' })], { totalTimeout: 20_000 });
    expect(await rejectionOf(calls.GET(client))).toHaveProperty('name', 'RateLimitError');
    expect(sent).toHaveLength(1);
  });

  it('ends immediately when the caller aborts', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([errorResponse(503, 'x', { 'retry-after': '30' })]);
    const rejection = rejectionOf(client.jobs.list('p1', { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort('enough');
    expect(await rejection).toMatchObject({ name: 'AbortError', cause: 'enough', attempts: 1 });
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

async function delaysOf(responses: StubResponse[], options: ClipwrightOptions): Promise<number[]> {
  const delays: number[] = [];
  const hooks = { onRetry: ({ delay }: { delay: number }) => delays.push(delay) };
  await runTimers(rejectionOf(calls.GET(stubClient(responses, { ...options, hooks }).client)));
  return delays;
}

async function runTimers<T>(work: PromiseLike<T>): Promise<T> {
  const [value] = await Promise.all([work, vi.runAllTimersAsync()]);
  return value;
}

function networkError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

type Client = ReturnType<typeof stubClient>['client'];
