import { assumptions } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { newDelivery } from '../../mock/deliveries/delivery.ts';
import { Schedule } from '../../mock/deliveries/schedule.ts';
import { steppedOrManualClock } from '../../mock/time/clock.ts';
import { openInProcess } from '../support/transports.ts';
import { timesOf } from './support/times.ts';

// Enough for slow machines: the bounds are high.
const timeout = 30_000;

const url = 'https://app.example/';

/** A mock with webhooks whose receivers never respond to their first delivery, for which all others wait. */
async function stuck(webhooks: number) {
  const deliver = vi.fn(() => new Promise<Response>(() => {}));
  const transport = openInProcess({ deliver, logLength: 2 });
  for (let n = 1; n <= webhooks; n += 1) await transport.client().webhooks.register({ url, events: ['job.complete'] });
  await transport.mock.emit('job.complete');
  await vi.waitUntil(() => deliver.mock.calls.length === webhooks);
  return transport;
}

describe('one waiting delivery too many fails with a reason', () => {
  test('by number', { timeout }, async () => {
    const { mock } = await stuck(10);
    for (let n = 1; n <= 10_000; n += 1) await mock.emit('job.complete', {});
    expect((await mock.deliveries).map(({ id, status }) => [id, status])).toEqual([
      ['delivery-100009', 'pending'],
      ['delivery-100010', 'pending'],
    ]);
    await mock.emit('job.complete', {});
    const refused = { status: 'failed', reason: 'Not scheduled: 100000 other deliveries are waiting.' };
    expect(await mock.deliveries).toMatchObject([refused, { ...refused, nextAttemptAt: null, attempts: [] }]);
  });

  test('by size', { timeout }, async () => {
    const { mock } = await stuck(1);
    const data = { large: 'x'.repeat(2 ** 24) };
    for (let n = 1; n <= 9; n += 1) await mock.emit('job.complete', data);
    expect(await mock.deliveries).toMatchObject([
      { status: 'failed', reason: 'Not scheduled: 8 other deliveries are waiting.' },
    ]);
  });
});

test('one waiting retry too many fails the delivery that has waited longest, with a reason', { timeout }, async () => {
  const most = assumptions.waitingRetries.value;
  const busy = () => new Response(null, { status: 503 });
  const { mock, client } = openInProcess({ clock: 'manual', deliver: busy, logLength: most + 1 });
  for (const path of ['1', '2']) await client().webhooks.register({ url: url + path, events: ['job.complete'] });
  for (let n = 1; n <= most / 2; n += 1) await mock.emit('job.complete', {});
  await mock.settled();
  expect((await mock.deliveries).matching({ status: 'pending' })).toHaveLength(most);

  await mock.emit('job.complete', {});
  await mock.settled();
  const [oldest, next] = await mock.deliveries;
  const reason = 'The receiver responded with 503. Not retried: 10000 other deliveries are waiting for a retry.';
  expect(oldest).toMatchObject({ id: 'delivery-2', status: 'failed', reason, nextAttemptAt: null });
  expect(next).toMatchObject({ id: 'delivery-3', status: 'pending', reason: 'The receiver responded with 503.' });
  expect((await mock.deliveries).matching({ status: 'pending' })).toHaveLength(most);
});

describe('deliveries that were sent or cleared make room for others', () => {
  const webhook = { id: 'webhook', url, events: [], secret: 's', createdAt: 0 };
  const { signal } = new AbortController();
  const delivery = (body: string) =>
    newDelivery({
      apiKey: 'test',
      id: 'delivery',
      webhook,
      body,
      signal,
      fault: null,
      isDropped: false,
      cause: undefined,
    });

  test.each([
    ['by number', 100_000, '{}'],
    ['by size', 8, 'x'.repeat(2 ** 24)],
  ])('%s', { timeout }, async (_, count, body) => {
    const clock = steppedOrManualClock('manual');
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

  test('among retries', { timeout }, async () => {
    const clock = steppedOrManualClock('manual');
    const schedule = new Schedule({ times: timesOf(clock), deliver: () => new Response(), onChange: () => {} });
    const most = assumptions.waitingRetries.value;
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
    // The failed one is not kept until its retry would be due.
    expect(schedule.clear()).toHaveLength(most);
    expect(add(most, clock.now() + 1_000)).not.toContain('failed');
  });
});
