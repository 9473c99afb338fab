import { createWebhookHandler } from 'clipwright/webhooks';
import { expect, test, vi } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

forEachTransport('the clock', (open) => {
  test('brings a job closer to its end with each poll and each advance if it is stepped', async () => {
    const received: unknown[] = [];
    const { client, mock } = await open({
      deliver: async (request) => {
        received.push(((await request.json()) as { type: string }).type);
        return new Response();
      },
    });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    await client().jobs.retrieve(start);
    await client().jobs.retrieve(start);
    await mock.clock.advance(0.9);
    await mock.settled();
    expect(received).toEqual([]);
    await mock.clock.advance(0.1);
    await mock.settled();
    expect(received).toEqual(['job.complete']);
  });

  test('can end jobs and sign deliveries at the latest possible time if it is manual', async () => {
    const { client, mock } = await open({ clock: 'manual', deliver: () => new Response() });
    await mock.clock.advance((Date.UTC(5000, 0, 1) - (await mock.clock.now())) / 1000);
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    await expect(async () => mock.clock.advance(0.001)).rejects.toThrow(/seconds must be/);
    await mock.jobs.complete(start.job_id);
    await mock.settled();
    expect((await client().jobs.retrieve(start)).completed_at).toBe('5000-01-01T00:00:00.000Z');
    expect((await mock.deliveries)[0]?.attempts[0]?.headers['x-service-timestamp']).toMatch(/^\d{11}$/);
  });

  test('divides the duration of jobs by its speed if it is realtime, and can be advanced', async () => {
    const { client, mock } = await open({ clock: 'realtime', speed: 1000 });
    const { audio, jobs } = client();
    const before = Date.now();
    const first = await jobs.wait(await audio.generateSound({ prompt: 'rain' }), { interval: 1 });
    expect((await mock.clock.now()) - before).toBeGreaterThanOrEqual(2000);
    expect(Date.parse(first.completed_at ?? '') - Date.parse(first.created_at ?? '')).toBe(2000);

    const second = await audio.generateSound({ prompt: 'rain' });
    await mock.jobs.hold(second.job_id, 1_000_000);
    await mock.clock.advance(1_000_002);
    expect((await jobs.retrieve(second)).status).toBe('completed');
  });
});

test('advancing a realtime clock sends events sooner', async () => {
  vi.useFakeTimers();
  const { client, mock } = openInProcess({ clock: 'realtime' });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  await client().audio.generateSound({ prompt: 'rain' });
  await mock.clock.advance(1.5);
  vi.advanceTimersByTime(499);
  expect(await mock.deliveries).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await mock.deliveries).toHaveLength(1);
});

test('a receiver that rejects the timestamp of a mock with a manual clock suggests the option `now`', async () => {
  const refusals: string[] = [];
  const receive = (options: { readonly now?: () => number }) =>
    createWebhookHandler({ secret: 'whsec_test', onRejected: ({ message }) => refusals.push(message), ...options });
  let receiver = receive({});
  const { client, mock } = openInProcess({
    clock: 'manual',
    webhookSecret: 'whsec_test',
    deliver: (request) => receiver(request),
  });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  await mock.emit('job.complete');
  await mock.settled();
  expect(refusals).toEqual([expect.stringMatching(/A test with a clock of its own passes it as `now`\.$/)]);

  const now = await mock.clock.now();
  receiver = receive({ now: () => now });
  expect(await mock.redeliver('delivery-1')).toMatchObject({ status: 'delivered' });
});
