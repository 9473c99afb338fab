import { isErrorNamed, type RequestState, type ResponseState, type RetryState } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { refusingBaseUrl } from '../client/support/server.ts';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { callKinds, calls, clientOf, retryable, withoutBackoff } from './support/calls.ts';
import { type Behavior, type HostileServer, hostileServer } from './support/hostile-server.ts';
import { timeLimit } from './support/time-limit.ts';

withoutBackoff();

const stalls: readonly (readonly [string, Behavior])[] = [
  ['a stall', server.stall],
  ['a stall in the body', server.stallInBody],
  ['a drip without end', server.dripForever],
];

const transient: readonly (readonly [string, Behavior])[] = [
  ...[408, 500, 502, 503, 504].map((status) => [`${status}`, server.respond(status)] as const),
  ['502 with an HTML page', server.htmlPage(502)],
  ...server.brokenResponses,
];

const final: readonly (readonly [string, Behavior])[] = [
  ...[400, 401, 403, 404, 409, 422, 501].map((status) => [`${status}`, server.respond(status)] as const),
  ...[301, 302, 303, 307, 308].map((status) => [`${status}`, server.redirect(status, '/elsewhere')] as const),
  ['truncated JSON', server.truncatedJson],
  ['a truncated gzip stream', server.truncatedGzip],
  ['an HTML page', server.htmlPage(200)],
];

const neverRetried = callKinds.filter((kind) => !retryable.includes(kind));

const cases = (kinds: typeof callKinds, failures: typeof transient) =>
  kinds.flatMap((kind) => failures.map(([what, behavior]) => [kind, what, behavior] as const));

describe('the client', () => {
  it.each([...cases([...retryable], transient), ...cases(callKinds, [['429', server.rateLimit('0')]])])(
    'retries %s after %s with the same request',
    async (kind, _, behavior) => {
      const service = await hostileServer(behavior, server.succeed);
      await expectRetry(service, calls[kind](clientOf(service)));
    },
  );

  it.each(cases([...retryable], stalls))('retries %s after %s with the same request', async (kind, _, behavior) => {
    const limit = timeLimit();
    const service = await hostileServer(limit.endsDuring(behavior), server.succeed);
    await expectRetry(service, calls[kind](clientOf(service, { timeout: limit.milliseconds })));
  });

  it.each([...cases(neverRetried, transient), ...cases(callKinds, final)])(
    'does not retry %s after %s',
    async (kind, _, behavior) => {
      const service = await hostileServer(behavior, server.succeed);
      expect(await rejectionOf(calls[kind](clientOf(service)))).toHaveProperty('attempts', 1);
      expect(service.received).toHaveLength(1);
    },
  );

  it.each(cases(neverRetried, stalls))('does not retry %s after %s', async (kind, _, behavior) => {
    const limit = timeLimit();
    const service = await hostileServer(limit.endsDuring(behavior), server.succeed);
    const error = await rejectionOf(calls[kind](clientOf(service, { timeout: limit.milliseconds })));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 1 });
    expect(service.received).toHaveLength(1);
  });

  it.each(callKinds)('retries %s when the connection is refused, because nothing was sent', async (kind) => {
    const error = await rejectionOf(calls[kind](clientOf({ baseUrl: await refusingBaseUrl() })));
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false, attempts: 3 });
  });

  // The name never resolves (RFC 2606). The error is ENOTFOUND, or EAI_AGAIN without a name server.
  it.each(callKinds)('retries %s when the host is not found, because nothing was sent', async (kind) => {
    const error = await rejectionOf(calls[kind](clientOf({ baseUrl: 'http://nothing.invalid/api/v1' })));
    expect(error).toMatchObject({ name: 'ConnectionError', sent: false, attempts: 3 });
  });

  it('retries with the same Idempotency-Key, so that the service does the work once', async () => {
    const limit = timeLimit();
    const stall = limit.endsDuring(server.stallInBody);
    const service = await hostileServer(server.resetBeforeResponse, stall, server.succeed);
    const client = clientOf(service, { timeout: limit.milliseconds });
    const { data, idempotencyKey } = await calls['POST with key'](client).withResponse();
    expect(data.id).toBe('p1');
    expect(service.received.map((request) => request.idempotencyKey)).toEqual(Array(3).fill(idempotencyKey));
    expect(service.received.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"Ä talk"}'));
    expect(service.executed).toHaveLength(1);
  });

  it.each(callKinds)('retries %s more often than maxRetries if every response is a 429', async (kind) => {
    const service = await hostileServer(...Array(4).fill(server.rateLimit('0')), server.succeed);
    const result = await calls[kind](clientOf(service, { maxRetries: 1 })).withResponse();
    const keys = service.received.map(({ idempotencyKey }) => idempotencyKey);
    expect(result).toMatchObject({ attempts: 5, idempotencyKey: keys[0] });
    expect(keys).toEqual(Array(5).fill(keys[0]));
  });

  it.each([
    ['seconds', '30', 30_000],
    ['a date', 'Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['a date that has passed', 'Wed, 31 Dec 2025 00:00:00 GMT', 100],
  ])('retries after the delay in Retry-After: %s', async (_, retryAfter, expected) => {
    // Freeze the clocks, because `delay` is the time that remains when the hook is called.
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 0, 1) });
    const service = await hostileServer(server.rateLimit(retryAfter), server.succeed);
    const controller = new AbortController();
    const delays: number[] = [];
    const onRetry = ({ delay }: RetryState) => {
      delays.push(delay);
      controller.abort();
    };
    const { signal } = controller;
    const call = clientOf(service, { hooks: { onRetry } }).projects.create({ name: 'A' }, { signal });
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(delays).toEqual([expected]);
  });

  it.each([
    ['seconds', () => '61'],
    ['a date', () => new Date(Date.now() + 90_000).toUTCString()],
  ])('does not retry if Retry-After exceeds maxRetryAfter: %s', async (_, retryAfter) => {
    const service = await hostileServer(server.rateLimit(retryAfter()), server.succeed);
    const error = await rejectionOf(calls.GET(clientOf(service)));
    expect(error).toSatisfy((one) => isErrorNamed(one, 'RateLimitError') && Number(one.retryAfterSeconds) > 60);
    expect(service.received).toHaveLength(1);
  });

  it('reports each attempt to the hooks, and the number of attempts in the error', async () => {
    const service = await hostileServer(server.respond(503), server.resetBeforeResponse, server.respond(500));
    const seen: string[] = [];
    const hooks = {
      onRequest: ({ attempt }: RequestState) => seen.push(`request ${attempt}`),
      onResponse: ({ attempt, status }: ResponseState) => seen.push(`response ${attempt}: ${status}`),
      onRetry: ({ attempt, error }: RetryState) => seen.push(`retry ${attempt}: ${error.name}`),
    };
    expect(await rejectionOf(calls.GET(clientOf(service, { hooks })))).toMatchObject({
      name: 'ServerError',
      attempts: 3,
    });
    expect(seen).toEqual([
      'request 1',
      'response 1: 503',
      'retry 1: ServerError',
      'request 2',
      'retry 2: ConnectionError',
      'request 3',
      'response 3: 500',
    ]);
  });
});

/** Expects two attempts with the same request. */
async function expectRetry({ received }: HostileServer, call: ReturnType<(typeof calls)[keyof typeof calls]>) {
  const { attempts, idempotencyKey } = await call.withResponse();
  expect(attempts).toBe(2);
  expect(received).toHaveLength(2);
  const [first, second] = received;
  expect(second).toMatchObject({ method: first?.method, path: first?.path, complete: true });
  expect([first?.idempotencyKey, second?.idempotencyKey]).toEqual([idempotencyKey, idempotencyKey]);
  expect(Object.fromEntries(second?.headers ?? [])).toEqual(Object.fromEntries(first?.headers ?? []));
}
