import { afterEach, expect, test, vi } from 'vitest';
import { type OpenDoor, openDirectly } from '../support/doors.ts';

afterEach(() => {
  vi.useRealTimers();
});

function register({ client }: OpenDoor): Promise<unknown> {
  return client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
}

test('after a reset nothing of before is sent, and nothing of before holds up what comes after', async () => {
  const sent: unknown[] = [];
  const door = openDirectly({
    deliver: async (request) => {
      const { data } = (await request.json()) as { data: { n: number } };
      sent.push(data.n);
      return data.n === 1 ? new Promise<Response>(() => {}) : new Response();
    },
  });
  await register(door);
  for (const n of [1, 2, 3]) door.mock.emit('job.complete', { n });
  await vi.waitUntil(() => sent.length > 0);
  door.mock.reset();
  // The same seed: the webhook has the id that the one before the reset had.
  await register(door);
  door.mock.emit('job.complete', { n: 4 });
  await door.mock.settled();
  expect(sent).toEqual([1, 4]);
  expect(door.mock.deliveries.map(({ status }) => status)).toEqual(['delivered']);
});

test('a receiver that never answers, whatever it does with the signal, has failed after 10 s', async () => {
  vi.useFakeTimers();
  const asked = vi.fn(() => new Promise<Response>(() => {}));
  const { client, mock } = openDirectly({ deliver: asked });
  await client().webhooks.register({ url: 'https://app.example/', events: ['job.complete'] });
  mock.emit('job.complete');
  await vi.waitUntil(() => asked.mock.calls.length > 0);
  vi.advanceTimersByTime(9_999);
  expect(mock.deliveries[0]?.attempts).toEqual([]);
  vi.advanceTimersByTime(1);
  await mock.settled();
  expect(mock.deliveries[0]).toMatchObject({
    status: 'pending',
    attempts: [{ response: null, reason: 'The receiver did not answer: not within 10 s.' }],
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer without end is read as far as it is kept', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(300))),
  });
  const door = openDirectly({ deliver: () => new Response(endless) });
  await register(door);
  door.mock.emit('job.complete');
  await door.mock.settled();
  expect(door.mock.deliveries[0]?.attempts[0]?.response).toEqual({ status: 200, body: 'x'.repeat(1000) });
});

test('a delivery shows the event as it was sent', async () => {
  const door = openDirectly({ deliver: () => new Response() });
  await register(door);
  const data: Record<string, unknown> = { list: [1], ignored: () => {} };
  door.mock.emit('job.complete', data);
  (data.list as number[]).push(2);
  await door.mock.settled();
  expect(door.mock.deliveries[0]?.event.data).toEqual({ list: [1] });
});

test('an address with credentials is refused without being shown', async () => {
  const refused = openDirectly()
    .client()
    .webhooks.register({ url: 'https://me:secret@app.example/', events: ['job.complete'] });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    param: 'url',
    message: expect.not.stringContaining('secret'),
  });
});
