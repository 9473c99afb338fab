import type { Delivery, Mock, MockOptions } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { patience } from '../support/patience.ts';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { isSignedWith, type Received, receiver } from './support/receiver.ts';

const busy = () => new Response('busy', { status: 503 });
const url = 'https://app.example/';
const DUE_TIMES = ['00:00.000', '00:01.000', '00:06.000', '00:36.000', '05:36.000'];

/** Returns the minutes, seconds and milliseconds of a timestamp. */
function time(iso: string | null | undefined): string | undefined {
  return iso?.slice(14, 23);
}

async function attemptsOf(mock: Mock, index = 0): Promise<(string | undefined)[]> {
  return (await mock.deliveries)[index]?.attempts.map(({ at }) => time(at)) ?? [];
}

/** Creates a mock with a webhook for `job.complete`, and the webhook's receiver. */
async function mockWithWebhook(
  response?: (received: Received) => Promise<Response> | Response,
  options: MockOptions = {},
) {
  const hook = receiver(response);
  const transport = openInProcess({
    clock: 'manual',
    webhookSecret: 'whsec_shared',
    deliver: hook.deliver,
    ...options,
  });
  await transport.client().webhooks.register({ url, events: ['job.complete'] });
  return { ...transport, ...hook };
}

forEachTransport('a delivery that fails', (open) => {
  test.each(['manual', 'stepped'] as const)(
    'is attempted at each due time with the same bytes, even if one advance of a %s clock passes all of them',
    async (clock) => {
      const hook = receiver(busy);
      const { client, mock } = await open({ clock, webhookSecret: 'whsec_shared', deliver: hook.deliver });
      await client().webhooks.register({ url, events: ['project.created'] });
      await client().projects.create({ name: 'naïve café – 日本語 🎬' });
      await mock.settled();
      const nows = [await mock.clock.now()];
      await mock.clock.advance(400);
      nows.push(...Array(4).fill(await mock.clock.now()));
      await mock.settled();
      expect(await attemptsOf(mock)).toEqual(DUE_TIMES);
      const [delivery] = await mock.deliveries;
      expect(delivery).toMatchObject({
        status: 'failed',
        nextAttemptAt: null,
        reason: 'The receiver responded with 503.',
        attempts: DUE_TIMES.map(() => ({
          response: { status: 503, body: 'busy' },
          reason: 'The receiver responded with 503.',
        })),
      });
      expect(hook.received.map(({ body }) => body)).toEqual(DUE_TIMES.map(() => delivery?.body));
      for (const [n, received] of hook.received.entries()) {
        // Deliveries are signed with the mock's time if its clock is manual, otherwise with real time.
        const now = clock === 'manual' ? nows[n] : Date.now();
        expect(await isSignedWith('whsec_shared', received, now)).toBe(true);
      }
      await mock.clock.advance(1e6);
      await mock.settled();
      expect(hook.received).toHaveLength(5);
    },
  );

  test('shows over HTTP when its retry is due, and is not retried after the receiver accepts it', async () => {
    const responses = [busy, () => new Response(null, { status: 400 }), () => new Response('thanks')];
    const hook = receiver(() => responses.shift()?.() ?? busy());
    const { client, fetch, baseUrl } = await open({ clock: 'manual', deliver: hook.deliver });
    const control = (path: string, body?: unknown) =>
      fetch(`${new URL(baseUrl).origin}/_mock/${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
    const look = async () => {
      await (await control('settled')).text();
      const { deliveries } = (await (await control('deliveries')).json()) as { deliveries: Delivery[] };
      const { status, reason, nextAttemptAt, attempts } = deliveries[0] ?? {};
      return [status, reason, nextAttemptAt, attempts?.length];
    };
    await client().webhooks.register({ url, events: ['job.complete'] });
    await control('events', { type: 'job.complete' });
    expect(await look()).toEqual(['pending', 'The receiver responded with 503.', '2026-01-01T00:00:01.000Z', 1]);
    await control('clock', { advance_seconds: 0.999 });
    expect(await look()).toEqual(['pending', 'The receiver responded with 503.', '2026-01-01T00:00:01.000Z', 1]);
    await control('clock', { advance_seconds: 0.001 });
    expect(await look()).toEqual(['pending', 'The receiver responded with 400.', '2026-01-01T00:00:06.000Z', 2]);
    await control('clock', { advance_seconds: 400 });
    expect(await look()).toEqual(['delivered', null, null, 3]);
  });

  test('can be redelivered only with its workspace’s API key', async () => {
    const hook = receiver(busy);
    const { client, mock, fetch, baseUrl } = await open({ deliver: hook.deliver });
    await client({ apiKey: 'mine' }).webhooks.register({ url, events: ['job.complete'] });
    await mock.emit('job.complete', {}, { apiKey: 'mine' });
    await mock.settled();
    const redeliver = (apiKey: string) =>
      fetch(`${new URL(baseUrl).origin}/_mock/deliveries/delivery-1/redeliver`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}` },
      });
    expect((await redeliver('yours')).status).toBe(404);
    await expect(mock.redeliver('delivery-1', { apiKey: 'yours' })).rejects.toMatchObject({ cause: { status: 404 } });
    expect(hook.received).toHaveLength(1);
    expect(await (await redeliver('mine')).json()).toMatchObject({ id: 'delivery-1', attempts: [{}, {}] });
    expect(hook.received).toHaveLength(2);
    expect(await mock.redeliver('delivery-1', { apiKey: 'mine' })).toMatchObject({ attempts: [{}, {}, {}] });
  });
});

describe('a scheduled attempt', () => {
  test('is timestamped with its due time, even if the clock is advanced far beyond that time', async () => {
    const { client, mock } = await mockWithWebhook(busy);
    await client().audio.generateSound({ prompt: 'rain' });
    await mock.clock.advance(400);
    await mock.settled();
    expect(await attemptsOf(mock)).toEqual(['00:02.000', '00:03.000', '00:08.000', '00:38.000', '05:38.000']);
  });

  test('is sent at its due time, and in the order of events if due times are equal', async () => {
    const { mock, received } = await mockWithWebhook(busy);
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await mock.settled();
    await mock.clock.advance(0.5);
    await mock.emit('job.complete', { n: 3 });
    await mock.settled();
    received.length = 0;
    await mock.clock.advance(400);
    await mock.settled();
    const order = [1, 2, 3].map(() => [1, 2, 3]);
    expect(received.map(({ event }) => Object(event.data).n)).toEqual([[1, 2, 3], ...order].flat());
    expect(await attemptsOf(mock, 2)).toEqual(['00:00.500', '00:01.500', '00:06.500', '00:36.500', '05:36.500']);
  });

  test('does not delay deliveries of later events, even while it waits for a response', async () => {
    const pending: (() => void)[] = [];
    let attempts = 0;
    const { mock, numbers } = await mockWithWebhook(({ event }) => {
      if ((event.data as { n: number }).n !== 1) return new Response();
      attempts += 1;
      if (attempts === 1) return busy();
      return new Promise<Response>((resolve) => pending.push(() => resolve(new Response())));
    });
    await mock.emit('job.complete', { n: 1 });
    await mock.settled();
    await mock.emit('job.complete', { n: 2 });
    await mock.settled();
    await mock.clock.advance(1);
    await vi.waitUntil(() => pending.length > 0, patience);
    await mock.emit('job.complete', { n: 3 });
    await vi.waitUntil(async () => (await mock.deliveries)[2]?.status === 'delivered', patience);
    expect(numbers()).toEqual([1, 2, 1, 3]);
    expect((await mock.deliveries)[0]).toMatchObject({ status: 'pending', nextAttemptAt: null, attempts: [{}] });
    pending.forEach((response) => {
      response();
    });
    await mock.settled();
    expect((await mock.deliveries).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('is sent even if its delivery has been removed from the log', async () => {
    let response = busy;
    const { mock, received } = await mockWithWebhook(() => response(), { logLength: 10 });
    for (let n = 0; n < 25; n += 1) await mock.emit('job.complete', { n });
    await mock.settled();
    expect([received.length, (await mock.deliveries).length]).toEqual([25, 10]);
    response = () => new Response();
    await mock.clock.advance(1);
    await mock.settled();
    expect(received.slice(25).map(({ event }) => Object(event.data).n)).toEqual([...Array(25).keys()]);
  });
});

describe('with a realtime clock', () => {
  const realtime = (response: () => Promise<Response> | Response, speed = 1) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    return mockWithWebhook(response, { clock: 'realtime', speed });
  };

  test('a failed delivery is retried as time passes, faster with `speed`', async () => {
    const { mock } = await realtime(busy, 100);
    await mock.emit('job.complete');
    await mock.settled();
    await vi.advanceTimersByTimeAsync(9);
    expect(await attemptsOf(mock)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await attemptsOf(mock)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_350);
    expect(await attemptsOf(mock)).toEqual(DUE_TIMES);
    expect((await mock.deliveries)[0]?.status).toBe('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the retry delay begins when an attempt ends, and an earlier clock advance does not extend it', async () => {
    const { mock, received } = await realtime(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return busy();
    });
    await mock.emit('job.complete');
    await vi.advanceTimersByTimeAsync(0);
    await mock.clock.advance(1.5);
    await vi.advanceTimersByTimeAsync(2_000);
    // The first attempt took 2 s, so its retry was due at 3 s. The clock shows 3.5 s, so the retry has been sent.
    expect(received).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await attemptsOf(mock)).toEqual(['00:00.000', '00:03.000']);
    expect(time((await mock.deliveries)[0]?.nextAttemptAt)).toBe('00:10.000');
  });

  test('jobs end and deliveries are retried at their own due times', async () => {
    const { client, mock } = await realtime(busy);
    await client().audio.generateSound({ prompt: 'rain' });
    await mock.emit('job.complete');
    await mock.settled();
    for (const count of [2, 2]) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await attemptsOf(mock)).toHaveLength(count);
    }
    expect(await attemptsOf(mock, 1)).toEqual(['00:02.000']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await attemptsOf(mock, 1)).toEqual(['00:02.000', '00:03.000']);
  });

  test('a retry delay can be longer than setTimeout supports', async () => {
    const { mock } = await realtime(busy, 2 ** -23);
    await mock.emit('job.complete');
    await mock.settled();
    await vi.advanceTimersByTimeAsync(999 * 2 ** 23);
    expect(await attemptsOf(mock)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 ** 23);
    expect(await attemptsOf(mock)).toHaveLength(2);
  });

  test('a receiver’s response time is multiplied by the clock’s speed', async () => {
    const { mock } = await realtime(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return busy();
    }, 10);
    await mock.emit('job.complete');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(time((await mock.deliveries)[0]?.nextAttemptAt)).toBe('00:21.000');
  });

  test('an attempt that waits for an earlier delivery gets its timestamp when it is sent', async () => {
    const { mock } = await realtime(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return new Response();
    });
    await mock.emit('job.complete');
    await mock.emit('job.complete');
    await vi.advanceTimersByTimeAsync(6_000);
    expect([await attemptsOf(mock), await attemptsOf(mock, 1)]).toEqual([['00:00.000'], ['00:03.000']]);
  });
});

describe('a redelivery', () => {
  test('ends the retries only if it is accepted', async () => {
    let response = busy;
    const { mock, received } = await mockWithWebhook(() => response());
    await mock.emit('job.complete');
    await mock.settled();
    await mock.clock.advance(0.5);
    expect(await mock.redeliver('delivery-1')).toMatchObject({
      status: 'pending',
      nextAttemptAt: '2026-01-01T00:00:01.000Z',
      attempts: [{}, { at: '2026-01-01T00:00:00.500Z' }],
    });
    await mock.clock.advance(0.5);
    await mock.settled();
    expect(await attemptsOf(mock)).toEqual(['00:00.000', '00:00.500', '00:01.000']);
    response = () => new Response();
    expect(await mock.redeliver('delivery-1')).toMatchObject({
      status: 'delivered',
      nextAttemptAt: null,
      reason: null,
    });
    await mock.clock.advance(400);
    await mock.settled();
    expect(received).toHaveLength(4);
  });

  test('adds only one attempt to a failed delivery, and never changes a delivered delivery to failed', async () => {
    let response = busy;
    const { mock } = await mockWithWebhook(() => response());
    await mock.emit('job.complete');
    await mock.clock.advance(400);
    await mock.settled();
    expect(await mock.redeliver('delivery-1')).toMatchObject({ status: 'failed', nextAttemptAt: null });
    response = () => new Response();
    expect(await mock.redeliver('delivery-1')).toMatchObject({ status: 'delivered', reason: null });
    response = busy;
    const last = await mock.redeliver('delivery-1');
    expect(last).toMatchObject({ status: 'delivered', reason: null, nextAttemptAt: null });
    expect(last.attempts.map(({ reason }) => reason === null)).toEqual([...Array(6).fill(false), true, false]);
  });

  test('is awaited by mock.settled()', async () => {
    const { mock } = await mockWithWebhook(
      () => new Promise<Response>((resolve) => setImmediate(() => resolve(busy()))),
    );
    await mock.emit('job.complete');
    await mock.settled();
    void mock.redeliver('delivery-1');
    await mock.settled();
    expect(await attemptsOf(mock)).toHaveLength(2);
  });

  test('replaces a first attempt that still waits for an earlier delivery', async () => {
    const responses: ((response: Response) => void)[] = [];
    const { mock, numbers } = await mockWithWebhook(({ event }) =>
      (event.data as { n: number }).n === 1
        ? new Promise<Response>((resolve) => responses.push(resolve))
        : new Response(),
    );
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await vi.waitUntil(() => responses.length > 0, patience);
    expect(await mock.redeliver('delivery-2')).toMatchObject({ status: 'delivered', attempts: [{}] });
    responses[0]?.(new Response());
    await mock.settled();
    expect(numbers()).toEqual([1, 2]);
  });
});

describe('a restore', () => {
  const RESTORED = 'Canceled: the state was restored.';

  test('cancels scheduled retries but keeps the log', async () => {
    const { mock, received } = await mockWithWebhook(busy);
    const saved = await mock.snapshot();
    await mock.emit('job.complete');
    await mock.settled();
    await mock.clock.advance(1);
    await mock.settled();
    await mock.restore(saved);
    expect(await mock.deliveries).toMatchObject([
      {
        status: 'failed',
        nextAttemptAt: null,
        reason: `The receiver responded with 503. ${RESTORED}`,
        attempts: [{}, {}],
      },
    ]);
    await mock.clock.advance(400);
    await mock.settled();
    expect(received).toHaveLength(2);
    await mock.emit('job.complete');
    await mock.clock.advance(1);
    await mock.settled();
    expect(await attemptsOf(mock, 1)).toEqual(['06:40.000', '06:41.000']);
  });

  test('does not change a delivery that was delivered by a redelivery', async () => {
    let response = busy;
    const { mock } = await mockWithWebhook(() => response());
    await mock.emit('job.complete');
    await mock.settled();
    response = () => new Response();
    await mock.redeliver('delivery-1');
    await mock.restore(await mock.snapshot());
    expect(await mock.deliveries).toMatchObject([{ status: 'delivered', reason: null }]);
  });

  test('does not let a waiting delivery overtake the delivery in flight', async () => {
    let response = () => {};
    const received = new Promise<void>((resolve) => {
      response = resolve;
    });
    const { mock, numbers } = await mockWithWebhook(() => received.then(() => new Response()));
    for (const n of [1, 2]) await mock.emit('job.complete', { n });
    await vi.waitUntil(() => numbers().length === 1, patience);
    await mock.restore(await mock.snapshot());
    // A redelivery is sent immediately, so a delivery started by the restore would arrive before it.
    void mock.redeliver('delivery-1');
    await vi.waitUntil(() => numbers().length > 1, patience);
    expect(numbers()).toEqual([1, 1]);
    response();
    await mock.settled();
    expect(numbers()).toEqual([1, 1, 2]);
  });

  test('lets a running attempt finish, and sends waiting deliveries with the restored time', async () => {
    const responses: ((response: Response) => void)[] = [];
    const { mock, numbers } = await mockWithWebhook(() => new Promise<Response>((resolve) => responses.push(resolve)));
    const saved = await mock.snapshot();
    await mock.clock.advance(60);
    for (const n of [1, 2, 3]) await mock.emit('job.complete', { n });
    await vi.waitUntil(() => responses.length === 1, patience);
    await mock.restore(saved);
    for (const count of [1, 2, 3]) {
      await vi.waitUntil(() => responses.length === count, patience);
      responses.at(-1)?.(busy());
    }
    await mock.settled();
    expect(numbers()).toEqual([1, 2, 3]);
    expect(await mock.deliveries).toMatchObject([
      { status: 'failed', reason: `The receiver responded with 503. ${RESTORED}`, nextAttemptAt: null },
      { status: 'pending', nextAttemptAt: '2026-01-01T00:00:01.000Z' },
      { status: 'pending', nextAttemptAt: '2026-01-01T00:00:01.000Z' },
    ]);
  });
});

test('a reset cancels scheduled and running attempts', async () => {
  let hang = false;
  const signals: AbortSignal[] = [];
  const { client, mock } = openInProcess({
    clock: 'manual',
    deliver: (request) => {
      signals.push(request.signal);
      return hang ? new Promise<Response>(() => {}) : busy();
    },
  });
  await client().webhooks.register({ url, events: ['job.complete'] });
  await mock.emit('job.complete');
  await mock.settled();
  hang = true;
  await mock.emit('job.complete');
  await vi.waitUntil(() => signals.length === 2, patience);
  await mock.reset();
  expect(signals[1]?.aborted).toBe(true);
  await mock.settled();
  await mock.clock.advance(400);
  await mock.settled();
  expect([signals.length, await mock.deliveries]).toEqual([2, []]);
});

test('a reset of one workspace does not abort the attempts of another workspace', async () => {
  const aborted = () => Object.fromEntries([...signals].map(([path, signal]) => [path, signal.aborted]));
  const signals = new Map<string, AbortSignal>();
  const { client, mock } = openInProcess({
    deliver: ({ url, signal }) => {
      signals.set(new URL(url).pathname, signal);
      return new Promise<Response>(() => {});
    },
  });
  for (const apiKey of ['mine', 'theirs']) {
    await client({ apiKey }).webhooks.register({ url: `${url}${apiKey}`, events: ['job.complete'] });
    await mock.emit('job.complete', {}, { apiKey });
  }
  await vi.waitUntil(() => signals.size === 2, patience);
  await mock.reset({ apiKey: 'mine' });
  expect(aborted()).toEqual({ '/mine': true, '/theirs': false });
});

test('a reset cancels a redelivery that has not started, and the next delivery id is delivery-1 again', async () => {
  const { client, mock, received } = await mockWithWebhook(busy);
  await mock.emit('job.complete');
  await mock.settled();
  const again = mock.redeliver('delivery-1');
  await mock.reset();
  await again;
  expect(received).toHaveLength(1);
  await client().webhooks.register({ url, events: ['job.complete'] });
  await mock.emit('job.complete');
  expect((await mock.deliveries).map(({ id }) => id)).toEqual(['delivery-1']);
});
