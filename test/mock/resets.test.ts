// Tests that a reset ends the requests that began before it.
import { createMock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { patience } from '../support/patience.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { createProject } from './support/faults.ts';

const forever = 2 ** 31 - 1;

/** Sends the first part of a request, and waits until the mock reads its body. `finish` sends the rest. */
async function startUpload({ mock, baseUrl, fetch }: OpenTransport, apiKey = 'test') {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text)).catch(() => undefined);
  // `duplex` is required for a stream, but missing in the DOM types.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: readable,
    duplex: 'half',
  };
  // The fault is used up once the request has arrived.
  mock.faults.add({ delay: 0, times: 1, apiKey });
  const response = fetch(`${baseUrl}/projects`, init);
  response.catch(() => undefined);
  void write('{"name":');
  await vi.waitUntil(() => mock.faults.list().length === 0, patience);
  const finish = async () => {
    await write('"x"}');
    await writer.close();
  };
  return { response, finish };
}

/** Everything that a mock knows about the requests of earlier tests, and the ids that the next request gets. */
async function tracesIn({ mock, client }: OpenTransport) {
  const { requests, deliveries, faults } = mock;
  const found = { requests: [...requests], deliveries: [...deliveries], faults: faults.list(), ...mock.snapshot() };
  const { id } = await client().projects.create({ name: 'Next' });
  return { ...found, nextId: id, requestIds: mock.requests.map((request) => request.id) };
}

const noTraces = await tracesIn(openInProcess({ clock: 'manual', rateLimit: '1/60s' }));

forEachTransport('a reset', (open) => {
  const openLimited = () => open({ clock: 'manual', rateLimit: '1/60s' });

  test.each(['before', 'after'] as const)('drops a request that a fault delays: %s', async (when) => {
    const transport = await openLimited();
    const { mock } = transport;
    mock.faults.add({ delay: forever, when, times: 1 });
    const events = mock.events();
    await events.next();
    const response = createProject(transport);
    await vi.waitUntil(() => mock.faults.list().length === 0, patience);
    mock.reset();
    await expect(response).rejects.toThrow(TypeError);
    expect(await tracesIn(transport)).toEqual(noTraces);

    const types: string[] = [];
    for await (const { type } of events) {
      if (type === 'request') break;
      types.push(type);
    }
    expect(types.slice(types.indexOf('reset') + 1)).toEqual(['project']);
  });

  test('drops a request whose body is being read', async () => {
    const transport = await openLimited();
    const { response } = await startUpload(transport);
    transport.mock.reset();
    await expect(response).rejects.toThrow(TypeError);
    expect(await tracesIn(transport)).toEqual(noTraces);
  });

  test('breaks off a response that a fault stalls', async () => {
    const transport = await openLimited();
    transport.mock.faults.add({ stall: true, times: 1 });
    const response = await createProject(transport);
    const reader = response.body?.getReader();
    await reader?.read();
    const rest = reader?.read();
    transport.mock.reset();
    await expect(rest).rejects.toThrow(TypeError);
    expect(await tracesIn(transport)).toEqual(noTraces);
  });

  test('with an API key only drops requests of its workspace', async () => {
    const transport = await openLimited();
    const mine = await startUpload(transport, 'mine');
    const theirs = await startUpload(transport, 'theirs');
    transport.mock.reset({ apiKey: 'mine' });
    await expect(mine.response).rejects.toThrow(TypeError);
    await theirs.finish();
    expect((await theirs.response).status).toBe(201);
    expect(transport.mock.requests.map(({ id }) => id)).toEqual(['req-1']);
    expect(transport.mock.state.workspaces()).toMatchObject([{ apiKey: 'theirs' }]);
  });

  test('is the only one: a restore does not drop requests', async () => {
    const transport = await openLimited();
    const { response, finish } = await startUpload(transport);
    transport.mock.restore(transport.mock.snapshot());
    await finish();
    expect((await response).status).toBe(201);
  });
});

describe('a reset in process', () => {
  test('clears the timer of a delay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mock, ...transport } = openInProcess();
    mock.faults.add({ delay: forever });
    const response = createProject({ mock, ...transport });
    await vi.waitUntil(() => vi.getTimerCount() === 1, { ...patience, interval: 1 });
    mock.reset();
    expect(vi.getTimerCount()).toBe(0);
    await expect(response).rejects.toThrow('fetch failed');
  });

  test.each([...Array(20).keys()])('leaves nothing of a request that began %i microtasks before it', async (turns) => {
    const transport = openInProcess({ clock: 'manual', rateLimit: '1/60s' });
    transport.mock.faults.add({ status: 503, match: { endpoint: 'jobs.list' }, times: 1 });
    const response = createProject(transport).then(
      ({ status }) => status,
      (error) => error.message,
    );
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    transport.mock.reset();
    expect([201, 'fetch failed']).toContain(await response);
    expect(await tracesIn(transport)).toEqual(noTraces);
  });

  test('keeps a request from counting as a use of a fault for all API keys', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const transport = openInProcess();
    const { mock } = transport;
    mock.faults.add({ delay: 60_000, times: 1 });
    mock.faults.add({ status: 503, times: 1 });
    const response = createProject(transport);
    await vi.waitUntil(() => vi.getTimerCount() === 1, { ...patience, interval: 1 });
    vi.advanceTimersByTime(60_000);
    mock.reset({ apiKey: 'test' });
    await expect(response).rejects.toThrow('fetch failed');
    expect(mock.faults.list()).toMatchObject([{ status: 503, hits: 0 }]);
  });

  test('breaks off a stalled response that has not been read', async () => {
    const transport = openInProcess();
    const { mock } = transport;
    mock.faults.add({ stall: true });
    const events = mock.events();
    const resetAfterRequest = async () => {
      for await (const { type } of events) if (type === 'request') return mock.reset();
    };
    const [response] = await Promise.all([createProject(transport), resetAfterRequest()]);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

describe('a reset through the control API', () => {
  const resets: Record<string, (baseUrl: string) => Promise<unknown>> = {
    'POST /_mock/reset': (baseUrl) => fetch(new URL('/_mock/reset', baseUrl), { method: 'POST' }),
    'POST /_mock/reset with an API key': (baseUrl) =>
      fetch(new URL('/_mock/reset', baseUrl), { method: 'POST', headers: { authorization: 'Bearer test' } }),
    connectMock: async (baseUrl) => (await connectMock(baseUrl)).reset(),
    'connectMock with an API key': async (baseUrl) => (await connectMock(baseUrl, { apiKey: 'test' })).reset(),
  };

  test.each(Object.entries(resets))('drops requests and is itself answered: %s', async (_, reset) => {
    const mock = createMock();
    const server = await mock.listen();
    onTestFinished(() => server.close());
    mock.faults.add({ delay: forever, times: 1 });
    const headers = { authorization: 'Bearer test' };
    const response = fetch(`${server.baseUrl}/projects/p/jobs`, { headers });
    const rejected = expect(response).rejects.toThrow(TypeError);
    await vi.waitUntil(() => mock.faults.list().length === 0, patience);
    await expect(reset(server.baseUrl)).resolves.not.toThrow();
    await rejected;
    expect(mock.requests).toHaveLength(0);
  });
});
