import { describe, expect, test, vi } from 'vitest';
import { newDelivery } from '../../mock/deliveries/delivery.ts';
import { Schedule } from '../../mock/deliveries/schedule.ts';
import { Clock } from '../../mock/time/clock.ts';
import { runs } from '../support/amount.ts';
import { patience } from '../support/patience.ts';
import { openInProcess } from '../support/transports.ts';
import { limit } from './support/limit.ts';
import { receiver } from './support/receiver.ts';
import { timesOf } from './support/times.ts';

const url = 'https://app.example/';

/** Opens a mock whose receivers never respond, so that the first delivery to each webhook blocks the later ones. */
async function stuck(webhooks: number) {
  const deliver = vi.fn(() => new Promise<Response>(() => {}));
  const transport = openInProcess({ deliver, logLength: 2 });
  for (let n = 1; n <= webhooks; n += 1) await transport.client().webhooks.register({ url, events: ['job.complete'] });
  transport.mock.emit('job.complete');
  await vi.waitUntil(() => deliver.mock.calls.length === webhooks, patience);
  return transport;
}

describe('a new delivery', () => {
  test('fails with a reason if too many deliveries are waiting', async () => {
    const most = limit('waitingDeliveries', 1000);
    const { mock } = await stuck(10);
    for (let n = 1; n <= most / 10; n += 1) mock.emit('job.complete', {});
    expect(mock.deliveries.map(({ id, status }) => [id, status])).toEqual([
      [`delivery-${most + 9}`, 'pending'],
      [`delivery-${most + 10}`, 'pending'],
    ]);
    mock.emit('job.complete', {});
    const refused = { status: 'failed', reason: `Not scheduled: ${most} other deliveries are waiting.` };
    expect(mock.deliveries).toMatchObject([refused, { ...refused, nextAttemptAt: null, attempts: [] }]);
  });

  test('fails with a reason if the waiting deliveries are too large in total', async () => {
    const most = limit('waitingDeliveriesSize', 2 ** 17);
    const { mock } = await stuck(1);
    const data = { large: 'x'.repeat(most / 8) };
    for (let n = 1; n <= 9; n += 1) mock.emit('job.complete', data);
    const reason = 'Not scheduled: 8 other deliveries are waiting.';
    expect(mock.deliveries.at(-1)).toMatchObject({ status: 'failed', reason });
  });
});

test('if too many deliveries wait for a retry, the oldest of them fails with a reason', async () => {
  const most = limit('waitingRetries', 100);
  const busy = () => new Response(null, { status: 503 });
  const { mock, client } = openInProcess({ clock: 'manual', deliver: busy, logLength: most + 1 });
  for (const path of ['1', '2']) await client().webhooks.register({ url: url + path, events: ['job.complete'] });
  for (let n = 1; n <= most / 2; n += 1) mock.emit('job.complete', {});
  await mock.settled();
  expect(mock.deliveries.matching({ status: 'pending' })).toHaveLength(most);

  mock.emit('job.complete', {});
  await mock.settled();
  const [oldest, next] = mock.deliveries;
  const reason = `The receiver responded with 503. Not retried: ${most} other deliveries are waiting for a retry.`;
  expect(oldest).toMatchObject({ id: 'delivery-2', status: 'failed', reason, nextAttemptAt: null });
  expect(next).toMatchObject({ id: 'delivery-3', status: 'pending', reason: 'The receiver responded with 503.' });
  expect(mock.deliveries.matching({ status: 'pending' })).toHaveLength(most);
});

test('a burst of events arrives completely and in order', async () => {
  const count = runs(10_000);
  const hook = receiver();
  const { client, mock } = openInProcess({ deliver: hook.deliver, logLength: count });
  await client().webhooks.register({ url, events: ['job.complete'] });
  for (let n = 0; n < count; n += 1) mock.emit('job.complete', { n });
  await mock.settled();
  expect(hook.numbers()).toEqual(Array.from({ length: count }, (_, n) => n));
  expect(mock.deliveries.every(({ status }) => status === 'delivered')).toBe(true);
});

describe('a sent or cleared delivery', () => {
  const webhook = { id: 'webhook', url, events: [], secret: 's', createdAt: 0 };
  const { signal } = new AbortController();
  const delivery = (body: string) =>
    newDelivery(
      { apiKey: 'test', id: 'delivery', body, signal, fault: null, isDropped: false, cause: undefined },
      webhook,
    );

  test.each([
    ['the number of waiting deliveries', () => [limit('waitingDeliveries', 1000), '{}'] as const],
    ['the size of waiting deliveries', () => [8, 'x'.repeat(limit('waitingDeliveriesSize', 2 ** 17) / 8)] as const],
  ])('does not count toward %s', async (_, filling) => {
    const [count, body] = filling();
    const clock = new Clock('manual');
    const schedule = new Schedule({ times: timesOf(clock), deliver: () => new Response(), onChange: () => {} });
    const later = clock.now() + 1_000;
    const add = (dueAt: number) => {
      const added = delivery(body);
      schedule.add(added, dueAt);
      return added.status;
    };
    const fits = () => {
      let added = 0;
      while (add(later) === 'pending') added += 1;
      return added;
    };
    add(clock.now());
    expect(fits()).toBe(count - 1);
    await Promise.all(schedule.running());
    expect(fits()).toBe(1);
    expect(schedule.clear('other')).toEqual([]);
    expect(fits()).toBe(0);
    expect(schedule.clear('test')).toHaveLength(count);
    expect(fits()).toBe(count);
  });

  test('does not count toward the number of waiting retries', async () => {
    const clock = new Clock('manual');
    const schedule = new Schedule({ times: timesOf(clock), deliver: () => new Response(), onChange: () => {} });
    const most = limit('waitingRetries', 100);
    const add = (count: number, dueAt: number) => {
      const retries = Array.from({ length: count }, () => ({ ...delivery('{}'), scheduledAttempts: 1 }));
      for (const retry of retries) schedule.add(retry, dueAt);
      return retries.map(({ status }) => status);
    };
    add(most, clock.now());
    await Promise.all(schedule.running());
    const [oldest, ...others] = add(most + 1, clock.now() + 1_000);
    expect(oldest).toBe('failed');
    expect(others).not.toContain('failed');
    // The schedule has already removed the failed delivery, although its retry is not due yet.
    expect(schedule.clear()).toHaveLength(most);
    expect(add(most, clock.now() + 1_000)).not.toContain('failed');
  });
});
