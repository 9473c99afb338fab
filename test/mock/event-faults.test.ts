import type { EventFault, Mock } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { receiver } from './support/receiver.ts';

const url = 'https://app.example/';

async function summary(mock: Mock) {
  return (await mock.deliveries).map(({ id, event, status, attempts }) => [
    id,
    (event.data as { n?: unknown }).n,
    status,
    attempts.length,
  ]);
}

forEachTransport('a delivery fault', (open) => {
  const ways = ['in process', 'over HTTP'] as const;

  const prepare = async (way: (typeof ways)[number], fault: EventFault) => {
    const hook = receiver();
    const transport = await open({ clock: 'manual', deliver: hook.deliver });
    await transport.client().webhooks.register({ url, events: ['job.complete', 'job.failed'] });
    if (way === 'in process') await transport.mock.faults.add(fault);
    else {
      const response = await transport.fetch(`${new URL(transport.baseUrl).origin}/_mock/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      expect(response.status).toBe(200);
    }
    return { ...transport, ...hook };
  };

  test.each(ways)('delays a delivery, so that later events overtake it (fault added %s)', async (way) => {
    const { mock, numbers } = await prepare(way, { match: { event: 'job.complete' }, delay: 5_000, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await mock.settled();
    expect(numbers()).toEqual([2]);
    expect((await mock.deliveries)[0]).toMatchObject({
      status: 'pending',
      nextAttemptAt: '2026-01-01T00:00:05.000Z',
      reason: null,
      attempts: [],
    });
    await mock.clock.advance(4.999);
    await mock.settled();
    expect(numbers()).toEqual([2]);
    await mock.clock.advance(10);
    await mock.settled();
    expect(numbers()).toEqual([2, 1]);
    expect((await mock.deliveries)[0]).toMatchObject({
      status: 'delivered',
      attempts: [{ at: '2026-01-01T00:00:05.000Z' }],
    });
    expect(await mock.faults.list()).toEqual([]);
  });

  test.each(ways)('delivers duplicates immediately after the original (fault added %s)', async (way) => {
    const { mock, received, numbers } = await prepare(way, { match: { event: '*' }, duplicate: 2, times: 1 });
    await mock.emit('job.failed', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await mock.settled();
    expect(numbers()).toEqual([1, 1, 1, 2]);
    expect(new Set(received.slice(0, 3).map(({ body }) => body)).size).toBe(1);
    expect(await summary(mock)).toEqual([
      ['delivery-1', 1, 'delivered', 1],
      ['delivery-2', 1, 'delivered', 1],
      ['delivery-3', 1, 'delivered', 1],
      ['delivery-4', 2, 'delivered', 1],
    ]);
  });

  test.each(ways)('drops the first attempt, and the delivery is retried (fault added %s)', async (way) => {
    const { mock, received, numbers } = await prepare(way, { match: { event: 'job.complete' }, drop: true, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await mock.settled();
    expect(numbers()).toEqual([2]);
    const reason = 'Dropped by fault-1.';
    expect((await mock.deliveries)[0]).toMatchObject({
      status: 'pending',
      reason,
      nextAttemptAt: '2026-01-01T00:00:01.000Z',
      attempts: [{ at: '2026-01-01T00:00:00.000Z', response: null, reason }],
    });
    await mock.clock.advance(1);
    await mock.settled();
    expect(numbers()).toEqual([2, 1]);
    expect(received[1]?.body).toBe((await mock.deliveries)[0]?.body);
    expect(await summary(mock)).toEqual([
      ['delivery-1', 1, 'delivered', 2],
      ['delivery-2', 2, 'delivered', 1],
    ]);
  });
});

describe('a delivery fault', () => {
  test('applies `times` times, only to deliveries of its webhook, event type and workspace', async () => {
    const { numbers, deliver } = receiver();
    const { client, mock } = openInProcess({ clock: 'manual', deliver });
    const events = ['job.complete' as const];
    const { id } = await client().webhooks.register({ url, events });
    await client().webhooks.register({ url, events });
    await client({ apiKey: 'other' }).webhooks.register({ url, events });
    await mock.faults.add({ match: { event: 'job.failed' }, drop: true });
    await mock.faults.add({ match: { event: 'job.complete' }, drop: true, apiKey: 'other', times: 1 });
    await mock.faults.add({ match: { event: 'job.complete', webhook: id ?? '' }, duplicate: 1, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    await mock.emit('job.complete', { n: 3 }, { apiKey: 'other' });
    await mock.settled();
    expect(numbers().sort()).toEqual([1, 1, 1, 2, 2]);
    expect((await mock.deliveries).matching({ apiKey: 'other' })).toMatchObject([
      { status: 'pending', attempts: [{}] },
    ]);
    expect((await mock.faults.list()).map(({ id }) => id)).toEqual(['fault-1']);
  });

  test('delays a delivery by mock time, so that a higher clock speed shortens the real delay', async () => {
    vi.useFakeTimers();
    const { numbers, deliver } = receiver();
    const { client, mock } = openInProcess({ clock: 'realtime', speed: 10, deliver });
    await client().webhooks.register({ url, events: ['job.complete'] });
    await mock.faults.add({ match: { event: '*' }, delay: 1_000, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await vi.advanceTimersByTimeAsync(99);
    expect(numbers()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(numbers()).toEqual([1]);
  });

  test('does not prevent redelivery of a delayed or dropped delivery', async () => {
    const { numbers, deliver } = receiver();
    const { client, mock } = openInProcess({ clock: 'manual', deliver });
    await client().webhooks.register({ url, events: ['job.complete'] });
    await mock.faults.add({ match: { event: '*' }, delay: 1_000, times: 1 });
    await mock.faults.add({ match: { event: '*' }, drop: true, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await mock.emit('job.complete', { n: 2 });
    for (const { id } of await mock.deliveries) expect(await mock.redeliver(id)).toMatchObject({ status: 'delivered' });
    await mock.clock.advance(400);
    await mock.settled();
    expect(numbers()).toEqual([1, 2]);
  });

  test('causes a delivery to fail if a restore cancels it during the delay', async () => {
    const { numbers, deliver } = receiver();
    const { client, mock } = openInProcess({ clock: 'manual', deliver });
    await client().webhooks.register({ url, events: ['job.complete'] });
    await mock.faults.add({ match: { event: '*' }, delay: 1_000, times: 1 });
    await mock.emit('job.complete', { n: 1 });
    await mock.restore(await mock.snapshot());
    await mock.clock.advance(400);
    await mock.settled();
    expect(numbers()).toEqual([]);
    expect(await mock.deliveries).toMatchObject([
      { status: 'failed', reason: 'Canceled: the state was restored.', attempts: [] },
    ]);
  });
});
