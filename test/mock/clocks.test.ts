import { afterEach, expect, test, vi } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

afterEach(() => {
  vi.useRealTimers();
});

forEachTransport('time', (open) => {
  test('stepped: polls and advances add up, and what is due by both is announced without another poll', async () => {
    const heard: unknown[] = [];
    const { client, mock } = await open({
      deliver: async (request) => {
        heard.push(((await request.json()) as { type: string }).type);
        return new Response();
      },
    });
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    await client().jobs.retrieve(start);
    await client().jobs.retrieve(start);
    mock.clock.advance(0.9);
    await mock.settled();
    expect(heard).toEqual([]);
    mock.clock.advance(0.1);
    await mock.settled();
    expect(heard).toEqual(['job.complete']);
  });

  test('manual: jobs begin and end, and receivers read the time, as late as the clock goes', async () => {
    const { client, mock } = await open({ clock: 'manual', deliver: () => new Response() });
    mock.clock.advance((Date.UTC(5000, 0, 1) - mock.clock.now()) / 1000);
    await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
    const start = await client().audio.generateSound({ prompt: 'rain' });
    expect(() => mock.clock.advance(0.001)).toThrow(/seconds must be/);
    mock.jobs.complete(start.job_id);
    await mock.settled();
    expect((await client().jobs.retrieve(start)).completed_at).toBe('5000-01-01T00:00:00.000Z');
    expect(mock.deliveries[0]?.attempts[0]?.headers['x-service-timestamp']).toMatch(/^\d{11}$/);
  });

  test('realtime: jobs take their seconds, divided by the speed, and an advance jumps ahead', async () => {
    const { client, mock } = await open({ clock: 'realtime', speed: 1000 });
    const { audio, jobs } = client();
    const begun = Date.now();
    const first = await jobs.wait(await audio.generateSound({ prompt: 'rain' }), { interval: 1 });
    expect(mock.clock.now() - begun).toBeGreaterThanOrEqual(2000);
    expect(Date.parse(first.completed_at ?? '') - Date.parse(first.created_at ?? '')).toBe(2000);

    const second = await audio.generateSound({ prompt: 'rain' });
    mock.jobs.hold(second.job_id, 1_000_000);
    mock.clock.advance(1_000_002);
    expect((await jobs.retrieve(second)).status).toBe('completed');
  });
});

test('realtime: what is due sooner by an advance is announced sooner', async () => {
  vi.useFakeTimers();
  const { client, mock } = openInProcess({ clock: 'realtime' });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  await client().audio.generateSound({ prompt: 'rain' });
  mock.clock.advance(1.5);
  vi.advanceTimersByTime(499);
  expect(mock.deliveries).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(mock.deliveries).toHaveLength(1);
});
