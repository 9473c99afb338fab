import { createMock, type MockEvent } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { describe, expect, test } from 'vitest';

/** The next event of one of these types. */
async function next(events: AsyncGenerator<MockEvent, void>, ...types: MockEvent['type'][]): Promise<MockEvent> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error('The events have ended.');
    if (types.includes(value.type)) return value;
  }
}

test('the events of a remote mock go on after its connection has broken', async () => {
  const mock = createMock({ clock: 'manual' });
  const server = await mock.listen();
  const remote = await connectMock(server.baseUrl, { apiKey: 'test' });
  const events = remote.events();
  await next(events, 'hello');
  mock.clock.advance(1, { apiKey: 'test' });
  expect(await next(events, 'clock')).toMatchObject({ clock: { now: '2026-01-01T00:00:01.000Z' } });

  await server.close();
  mock.clock.advance(1, { apiKey: 'other' });
  mock.clock.advance(1, { apiKey: 'test' });
  await using _ = await mock.listen({ port: server.port });
  expect(await next(events, 'hello', 'clock', 'gap')).toMatchObject({ clock: { now: '2026-01-01T00:00:02.000Z' } });
  await events.return();
});

test('after a restart of the mock, they tell of a gap', async () => {
  const server = await createMock().listen();
  const events = (await connectMock(server.baseUrl)).events();
  await next(events, 'hello');
  const pending = next(events, 'gap', 'clock');

  await server.close();
  const restarted = createMock();
  await using _ = await restarted.listen({ port: server.port });
  expect(await pending).toMatchObject({ type: 'gap', missed: null });
  await events.return();
});

test('they end where the signal aborts, also while the mock is gone', async () => {
  const server = await createMock().listen();
  const controller = new AbortController();
  const events = (await connectMock(server.baseUrl)).events({ signal: controller.signal });
  await next(events, 'hello');
  const pending = events.next();

  await server.close();
  controller.abort();
  expect(await pending).toEqual({ done: true, value: undefined });
});

test('they reject where the mock refuses the key, and where it is gone for good', { timeout: 30_000 }, async () => {
  const server = await createMock({ apiKeys: ['mine'] }).listen();
  const remote = await connectMock(server.baseUrl);
  expect(() => remote.events({ apiKey: 'yours' })).toThrow('apiKey must be one of the API keys that the mock accepts');
  const events = remote.events({ apiKey: 'mine' });
  await next(events, 'hello');

  await server.close();
  await expect(events.next()).rejects.toThrow(`url is where no mock responds: ${new URL(server.baseUrl).origin}`);
});

test('a reader that stops closes its connection', async () => {
  const signals: AbortSignal[] = [];
  await using server = await createMock().listen({
    middleware: (request, handle) => {
      signals.push(request.signal);
      return handle(request);
    },
  });
  const events = (await connectMock(server.baseUrl)).events();
  await next(events, 'hello');
  await events.return();

  await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('what happened before a connection that broke right after hello is told by the next one', async () => {
  const mock = createMock({ clock: 'manual' });
  let connections = 0;
  await using server = await mock.listen({
    middleware: async (request, handle) => {
      const response = await handle(request);
      if (!request.url.endsWith('/stream')) return response;
      connections += 1;
      return connections <= 2 ? new Response(await firstChunk(response)) : response;
    },
  });
  const events = (await connectMock(server.baseUrl)).events();
  await next(events, 'hello');
  mock.clock.advance(1);

  expect(await next(events, 'clock', 'gap')).toMatchObject({ clock: { now: '2026-01-01T00:00:01.000Z' } });
  await events.return();
});

test('they reject where what responds ends them before it says hello', async () => {
  await using server = await createMock().listen({
    middleware: async (request, handle) => (request.url.endsWith('/stream') ? new Response('') : handle(request)),
  });
  const events = (await connectMock(server.baseUrl)).events();

  const message = `url is where no mock responds: ${new URL(server.baseUrl).origin} ended its events before the first one.`;
  await expect(events.next()).rejects.toThrow(message);
});

describe('a reader that stops', () => {
  test.each(['return', 'throw'] as const)('does so by %s while a read is pending', async (end) => {
    await using server = await createMock().listen();
    const events = (await connectMock(server.baseUrl)).events();
    await next(events, 'hello');
    const pending = events.next();
    await events[end](undefined).catch(() => undefined);
    expect(await pending).toEqual({ done: true, value: undefined });
  });
});

test.each(['a\nb', ' ', 'ключ'])('they tell of a gap after %j, which is no id', async (after) => {
  await using server = await createMock().listen();
  const events = (await connectMock(server.baseUrl)).events({ after });
  expect(await next(events, 'gap')).toMatchObject({ missed: null });
  await events.return();
});

async function firstChunk({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  // Cast: DOM types the chunks for bytes of any buffer.
  return first?.value as Uint8Array<ArrayBuffer> | undefined;
}
