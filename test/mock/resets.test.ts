// Tests that a reset ends the requests that began before it.

import { setImmediate } from 'node:timers/promises';
import { createMock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../mock/http/fetch.ts';
import { jsonResponseData, toResponse } from '../../mock/http/response.ts';
import { type OpenRequest, OpenRequests } from '../../mock/pipeline/open-requests.ts';
import { patience } from '../support/patience.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { createProject } from './support/faults.ts';

const forever = 2 ** 31 - 1;

/** Sends a request with only the first part of its body. `finish` sends the second part. */
function startUpload({ baseUrl, fetch }: OpenTransport, apiKey = 'test') {
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
  const response = fetch(`${baseUrl}/projects`, init);
  void write('{"name":');
  const finish = async () => {
    await write('"x"}');
    // `close` rejects if the mock has stopped reading.
    await writer.close().catch(() => undefined);
  };
  return { response, finish };
}

/** Resets a mock until the request is dropped. The first reset may come before the request reaches the mock. */
async function resetUntilDropped(response: Promise<Response>, reset: () => void): Promise<void> {
  let isSettled = false;
  const rejected = expect(response.finally(() => (isSettled = true))).rejects.toThrow(TypeError);
  await vi.waitUntil(() => reset() ?? isSettled, patience);
  await rejected;
}

/** Returns everything that a mock stores about its requests, and the ids that the next request gets. */
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

    // The first `request` event must be about the next request, not about the dropped request.
    for await (const event of events) {
      if (event.type !== 'request') continue;
      expect(event.request.body).toEqual({ name: 'Next' });
      break;
    }
  });

  test('drops a request whose body is being read', async () => {
    const transport = await openLimited();
    const { response } = startUpload(transport);
    await resetUntilDropped(response, () => transport.mock.reset());
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

  test('breaks off a stalled response that has not been read', async () => {
    const transport = await openLimited();
    const { mock } = transport;
    mock.faults.add({ stall: true, times: 1 });
    const events = mock.events();
    const text = createProject(transport).then((response) => response.text());
    const broken = expect(text).rejects.toThrow(TypeError);
    // Reset at the `request` event, because the mock emits it before it sends the response.
    for await (const { type } of events) {
      if (type === 'request') mock.reset();
      if (type === 'reset') break;
    }
    await broken;
  });

  test('drops only the requests of its workspace if it has an API key', async () => {
    const transport = await openLimited();
    const [mine, theirs] = [startUpload(transport, 'mine'), startUpload(transport, 'theirs')];
    await resetUntilDropped(mine.response, () => transport.mock.reset({ apiKey: 'mine' }));
    await theirs.finish();
    expect((await theirs.response).status).toBe(201);
    expect(transport.mock.requests.map(({ id }) => id)).toEqual(['req-1']);
    expect(transport.mock.state.workspaces()).toMatchObject([{ apiKey: 'theirs' }]);
  });

  test('drops a delayed download of its workspace if it has an API key', async () => {
    const { mock, fetch, client } = await open();
    const mine = client({ apiKey: 'mine' });
    const { download_url } = await mine.jobs.wait(await mine.audio.generateSound({ prompt: 'rain' }));
    mock.faults.add({ match: { file: true }, delay: forever, times: 1 });
    const response = fetch(String(download_url));
    await vi.waitUntil(() => mock.faults.list().length === 0, patience);
    mock.reset({ apiKey: 'theirs' });
    mock.reset({ apiKey: 'mine' });
    await expect(response).rejects.toThrow(TypeError);
    expect(mock.requests).toEqual([]);
  });

  test('drops requests, but a restore does not', async () => {
    const transport = await openLimited();
    const { mock } = transport;
    mock.faults.add({ delay: 1, times: 1 });
    const { response, finish } = startUpload(transport);
    await vi.waitUntil(() => mock.faults.list().length === 0, patience);
    mock.restore(mock.snapshot());
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

  test.each(['begins', 'has been received'])(
    'leaves no trace of a request if it comes at any moment after the request %s',
    async (start) => {
      for (let turns = 0; turns < 40; turns += 1) {
        const transport = openInProcess({ clock: 'manual', rateLimit: '1/60s' });
        const { response, finish } = startUpload(transport);
        const outcome = response.then(
          ({ status }) => status,
          (error) => error.message,
        );
        if (start === 'has been received') await setImmediate();
        void finish();
        for (let turn = 0; turn < turns; turn += 1) await undefined;
        transport.mock.reset();
        expect([201, 'fetch failed']).toContain(await outcome);
        expect(await tracesIn(transport)).toEqual(noTraces);
      }
    },
  );

  test('drops a delayed request before the request uses up another fault', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const transport = openInProcess();
    const { mock } = transport;
    mock.faults.add({ delay: 1000, times: 1 });
    mock.faults.add({ status: 503, times: 1 });
    const response = createProject(transport);
    await vi.waitUntil(() => vi.getTimerCount() === 1, { ...patience, interval: 1 });
    vi.advanceTimersByTime(1000);
    mock.reset({ apiKey: 'test' });
    await expect(response).rejects.toThrow('fetch failed');
    expect(mock.faults.list()).toMatchObject([{ status: 503, hits: 0 }]);
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

  test.each(Object.entries(resets))('drops other requests, and gets a response itself: %s', async (_, reset) => {
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

test('a reset does not end a request after the body of its stalled response was canceled', async () => {
  const requests = new OpenRequests();
  const begun: OpenRequest[] = [];
  const fetch = createFetch(async (request) => {
    const open = requests.begin(request);
    begun.push(open);
    requests.finish(open, true);
    return toResponse({ ...jsonResponseData(200, '{}'), truncated: 'stall', ended: open.ended });
  });

  const [canceled] = [await fetch('https://api.clipwright.test/a'), await fetch('https://api.clipwright.test/b')];
  await canceled.body?.cancel();
  requests.end();

  const [first, second] = begun;
  expect(() => first?.throwIfEnded()).not.toThrow();
  expect(() => second?.throwIfEnded()).toThrow();
});
