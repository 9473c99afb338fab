import { getEventListeners } from 'node:events';
import { createMock, type MockEvent } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connected } from './support/twins.ts';

/** Reads events until one has one of these types, and returns that event. */
async function next(events: AsyncGenerator<MockEvent, void>, ...types: MockEvent['type'][]): Promise<MockEvent> {
  for (;;) {
    const { done, value } = await events.next();
    if (done) throw new Error('The events have ended.');
    if (types.includes(value.type)) return value;
  }
}

/** Returns the events of a mock that responds with these chunks. */
async function eventsOfBytes(...chunks: Uint8Array[]) {
  const server = await createMock().listen();
  onTestFinished(() => server.close());
  const remote = await connectMock(server.baseUrl);
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
  });
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body));
  return remote.events();
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('remote events are the same as in process, with the same ids', async () => {
  const { mock, remote } = await connected({ clock: 'manual' });
  const [inProcess, overSocket] = [mock.events(), remote.events()];
  await overSocket.next();
  await inProcess.next();
  mock.seed.project({ name: 'Møøn "漢字" \u2028\n\n', apiKey: 'mine' });
  mock.faults.add({ drop: true, times: 2 });
  mock.clock.advance(1.5);
  mock.reset();

  for (let count = 0; count < 4; count += 1) expect(await overSocket.next()).toEqual(await inProcess.next());
  await Promise.all([overSocket.return(), inProcess.return()]);
});

test.each<[string, { apiKey?: string }, { apiKey?: string }]>([
  ['in the call', {}, { apiKey: 'mine' }],
  ['of the connection', { apiKey: 'mine' }, {}],
])('remote events are limited to the API key %s', async (_, connection, options) => {
  const { mock, remote } = await connected({ clock: 'manual' }, connection);
  const events = remote.events(options);
  await next(events, 'hello');
  mock.clock.advance(5, { apiKey: 'theirs' });
  mock.clock.advance(1, { apiKey: 'mine' });

  expect(await next(events, 'clock')).toMatchObject({ clock: { now: '2026-01-01T00:00:01.000Z' } });
  await events.return();
});

test('remote events continue after the given event', async () => {
  const { mock, remote } = await connected({ clock: 'manual' });
  const first = remote.events();
  await next(first, 'hello');
  for (let second = 0; second < 3; second += 1) mock.clock.advance(1);
  const { id } = await next(first, 'clock');
  await first.return();

  const events = remote.events({ after: id ?? '' });
  expect(await events.next()).toMatchObject({ value: { type: 'hello', id } });
  expect(await events.next()).toMatchObject({ value: { clock: { now: '2026-01-01T00:00:02.000Z' } } });
  await events.return();
});

test('remote events continue after the mock’s server was closed and started again', async () => {
  const mock = createMock({ clock: 'manual' });
  const server = await mock.listen();
  const events = (await connectMock(server.baseUrl)).events();
  await next(events, 'hello');
  await server.close();
  mock.clock.advance(1);

  await using _ = await mock.listen({ port: server.port });
  expect((await events.next()).value).toMatchObject({ type: 'clock', clock: { now: '2026-01-01T00:00:01.000Z' } });
  await events.return();
});

test.each(['a\nb', ' ', 'ключ'])(
  'remote events report a gap after %j, which is not the id of an event',
  async (after) => {
    const { remote } = await connected();
    const events = remote.events({ after });
    expect(await next(events, 'gap')).toMatchObject({ missed: null });
    await events.return();
  },
);

test('remote events are read completely, however their body is split into chunks', async () => {
  const sent = ['id: a-0\ndata: {"type":"hello","n":"漢"}', ': ping', 'id: a-1\ndata: {"type":"reset","n":"🌕"}', ''];
  const bytes = bytesOf(sent.join('\n\n'));
  for (const size of [1, 2, 40, bytes.length]) {
    const count = Math.ceil(bytes.length / size);
    const chunks = Array.from({ length: count }, (_, index) => bytes.slice(index * size, (index + 1) * size));
    const events = await eventsOfBytes(...chunks);
    expect((await events.next()).value).toEqual({ id: 'a-0', type: 'hello', n: '漢' });
    expect((await events.next()).value).toEqual({ id: 'a-1', type: 'reset', n: '🌕' });
    await events.return();
    vi.restoreAllMocks();
  }
});

describe('a read of remote events', () => {
  test('rejects if the server ends the response before `hello`', async () => {
    await using server = await createMock().listen({
      middleware: async (request, handle) => (request.url.endsWith('/stream') ? new Response('') : handle(request)),
    });
    const events = (await connectMock(server.baseUrl)).events();
    const message = `url ${new URL(server.baseUrl).origin} ended its events before the first one: no mock is running there.`;
    await expect(events.next()).rejects.toThrow(message);
  });

  test('rejects if an event is not JSON', async () => {
    const events = await eventsOfBytes(bytesOf('id: a-0\ndata: {"type":"hello"}\n\nid: a-1\ndata: {"type"\n\n'));
    await next(events, 'hello');
    await expect(events.next()).rejects.toThrow(SyntaxError);
  });

  test('rejects if the mock rejects the API key', async () => {
    const { mock, remote } = await connected({ apiKeys: ['mine'] });
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce((input) =>
      mock.fetch(input as URL, {
        headers: { authorization: 'Bearer yours' },
      }),
    );
    await expect(remote.events().next()).rejects.toThrow('apiKey was rejected by the mock at http:');
  });
});

describe('a reader of remote events', () => {
  test.each(['return', 'throw'] as const)('closes its connection when stopped by %s', async (end) => {
    const signals: AbortSignal[] = [];
    await using server = await createMock().listen({
      middleware: (request, handle) => {
        signals.push(request.signal);
        return handle(request);
      },
    });
    const events = (await connectMock(server.baseUrl)).events();
    await next(events, 'hello');
    await events[end](undefined).catch(() => undefined);

    await expect.poll(() => signals.at(-1)?.aborted, { timeout: 300_000 }).toBe(true);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test.each(['return', 'throw'] as const)('can be ended by %s while a read is pending', async (end) => {
    const { remote } = await connected();
    const events = remote.events();
    await next(events, 'hello');
    const pending = events.next();
    await events[end](undefined).catch(() => undefined);
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  test('stops when its signal aborts, and removes its listener', async () => {
    const { remote } = await connected();
    const { signal, abort } = abortable();
    const stopped = remote.events({ signal });
    await next(stopped, 'hello');
    await stopped.return();
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    const events = remote.events({ signal });
    await next(events, 'hello');
    const pending = events.next();
    abort();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('does not send a request if it stops before its first read', async () => {
    const { remote } = await connected();
    const fetch = vi.spyOn(globalThis, 'fetch');
    const returned = remote.events();
    await returned.return();
    for (const events of [returned, remote.events({ signal: AbortSignal.abort() })]) {
      expect(await events.next()).toEqual({ done: true, value: undefined });
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
