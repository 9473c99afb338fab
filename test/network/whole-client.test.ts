import { tracingChannel } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallTrace, Clipwright, type ClipwrightOptions } from 'clipwright';
import { createMock, type Mock } from 'clipwright/mock';
import { afterEach, expect, it, vi } from 'vitest';
import { seedShortSpeech } from '../support/speech.ts';

const apiKey = 'sk_socket_1234567890';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startMock(
  options: ClipwrightOptions = {},
): Promise<{ mock: Mock; client: Clipwright; baseUrl: string }> {
  const mock = createMock({ clock: 'manual' });
  const server = await mock.listen();
  closers.push(() => server.close());
  return { mock, client: new Clipwright({ apiKey, baseUrl: server.baseUrl, ...options }), baseUrl: server.baseUrl };
}

/** Starts a service that responds to every request with this body, and records the requests. */
async function serve(body: unknown) {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { received, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` };
}

it('waits for several jobs of one project share one list request per round of polls', async () => {
  const { mock, client } = await startMock();
  const project = await client.projects.create({ name: 'x' });
  const sounds = [];
  for (let n = 0; n < 6; n += 1)
    sounds.push(await client.audio.generateSound({ prompt: 'rain', project_id: project.id }));
  const before = mock.requests.length;
  let rounds = 0;
  const onProgress = (index: number) => () => {
    if (index === 0 && ++rounds === 3) mock.clock.advance(2);
  };
  const jobs = await Promise.all(
    sounds.map((sound, index) =>
      client.jobs.wait(sound, { interval: 20, maxInterval: 20, onProgress: onProgress(index) }),
    ),
  );
  expect(jobs.map(({ status }) => status)).toEqual(sounds.map(() => 'completed'));
  const requested = mock.requests.slice(before).map(({ endpoint }) => endpoint);
  expect(requested).toContain('jobs.list');
  // Separate polls would send 6 requests per round for at least 4 rounds.
  expect(requested.length).toBeLessThan(12);
});

it('only with prefetch, the next page is requested while the caller handles the current page', async () => {
  const { mock, client } = await startMock();
  const { id } = await seedShortSpeech(mock, apiKey);
  const pageRequests = () => mock.requests.filter(({ endpoint }) => endpoint === 'captions.list').length;
  for (const [prefetch, expected] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const before = pageRequests();
    for await (const page of client.captions.list(id, { limit: 2 }, { prefetch }).pages()) {
      expect(page.items).toHaveLength(2);
      // The caller's work takes long enough for the next page to arrive, if it was requested.
      for (let n = 0; n < 3; n += 1) await client.jobs.list(id);
      break;
    }
    expect(pageRequests() - before).toBe(expected);
  }
});

it('every request has a User-Agent and the caller’s own headers', async () => {
  const { received, baseUrl } = await serve({ id: 'p', status: 'active' });
  const client = new Clipwright({ apiKey, baseUrl, headers: { 'x-team': 'video' } });
  await client.projects.create({ name: 'x' }, { headers: { traceparent: '00-1-2-01' } });
  await client.withOptions({ headers: { 'user-agent': 'mine/1' } }).projects.create({ name: 'x' });
  const [first, second] = received.map(({ headers }) => headers);
  expect(first).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    traceparent: '00-1-2-01',
    'x-team': 'video',
    'user-agent': expect.stringMatching(/^clipwright\/\d+\.\d+\.\d+$/),
  });
  expect(second).toMatchObject({ authorization: `Bearer ${apiKey}`, 'user-agent': 'mine/1' });
});

it('an apiKey function is called once per call, including retries, and can return a different key each time', async () => {
  const { mock, baseUrl } = await startMock();
  const keys = ['sk_first_key', 'sk_second_key'];
  const getKey = vi.fn(async () => keys.shift() ?? 'sk_none');
  const client = new Clipwright({ apiKey: getKey, baseUrl });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  mock.faults.add({ status: 503, times: 1 });
  const first = await client.projects.create({ name: 'x' });
  expect([getKey.mock.calls.length, mock.requests.length]).toEqual([1, 2]);
  // The next call has the key of another workspace.
  await expect(client.jobs.list(first.id)).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(getKey).toHaveBeenCalledTimes(2);
});

it('new fields and values are returned, and strict validation only rejects values that contradict the schema', async () => {
  const project = { id: 'p', status: 'a status of next year', aspect_ratio: '21:9', added: { deep: [1] } };
  const newer = await serve(project);
  const strict = new Clipwright({ apiKey, baseUrl: newer.baseUrl, validation: 'strict' });
  expect(await strict.projects.create({ name: 'x' })).toEqual(project);

  const { baseUrl } = await serve({ id: 5 });
  const create = (options: ClipwrightOptions) =>
    new Clipwright({ apiKey, baseUrl, ...options }).projects.create({ name: 'x' });
  await expect(create({ validation: 'strict' })).rejects.toMatchObject({
    name: 'ResponseValidationError',
    status: 200,
  });
  const onMismatch = vi.fn();
  expect(await create({ hooks: { onMismatch } })).toEqual({ id: 5 });
  expect(onMismatch).toHaveBeenCalledOnce();
  expect(await create({ validation: 'off', hooks: { onMismatch } })).toEqual({ id: 5 });
  expect(onMismatch).toHaveBeenCalledOnce();
});

it.each([404, 200])('the error for a %i response from another server names the URL', async (status) => {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = new Clipwright({ apiKey, baseUrl: origin }).projects.create({ name: 'x' });
  const hint = status === 404 ? 'check baseUrl' : 'the value is not valid JSON';
  await expect(call).rejects.toThrow(new RegExp(`${origin}/projects.*${hint}`));
});

it('logs and traces report every call without its API key and body', async () => {
  vi.stubEnv('CLIPWRIGHT_LOG', 'debug');
  const lines: string[] = [];
  for (const level of ['debug', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' ')));
  }
  const traces: CallTrace[] = [];
  const listener = (message: unknown) => void traces.push({ ...(message as CallTrace) });
  const channel = tracingChannel('clipwright:call');
  channel.asyncEnd.subscribe(listener);
  closers.push(() => channel.asyncEnd.unsubscribe(listener));

  const { mock, client } = await startMock();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  mock.faults.add({ status: 503, times: 1 });
  await client.projects.create({ name: 'a name that nobody logs' });
  await client.jobs.list('none').catch(() => {});

  expect(traces).toMatchObject([
    { endpoint: 'projects.create', method: 'POST', attempts: 2, status: 201, requestId: 'req-2' },
    { endpoint: 'jobs.list', method: 'GET', attempts: 1, status: 404, requestId: 'req-3' },
  ]);
  expect(lines.filter((line) => line.includes('projects.create')).length).toBeGreaterThanOrEqual(4);
  expect(JSON.stringify([lines, traces])).not.toMatch(/sk_socket|nobody logs/);
});

it.each([true, false])('an aborted wait cancels its job only with cancelOnAbort: %s', async (cancelOnAbort) => {
  const { mock, client } = await startMock();
  const sound = await client.audio.generateSound({ prompt: 'rain' });
  const controller = new AbortController();
  const reason = new Error('enough');
  const wait = client.jobs.wait(sound, {
    cancelOnAbort,
    signal: controller.signal,
    interval: 5,
    onProgress: () => controller.abort(reason),
  });
  await expect(wait).rejects.toMatchObject({ name: 'AbortError', cause: reason });
  expect(mock.requests.some(({ endpoint }) => endpoint === 'jobs.cancel')).toBe(cancelOnAbort);
  expect((await client.jobs.retrieve(sound)).status).toBe(cancelOnAbort ? 'cancelled' : 'queued');
});

it('a wait ends when isFinal returns true, and resolves or rejects as the option `outcome` decides', async () => {
  const { mock, client } = await startMock();
  const sound = await client.audio.generateSound({ prompt: 'rain' });
  mock.clock.advance(1);
  const job = await client.jobs.wait(sound, {
    interval: 5,
    isFinal: ({ progress }) => (progress ?? 0) >= 50,
    outcome: () => 'succeeded',
  });
  expect([job.status, job.progress]).toEqual(['running', 50]);
});

it('a finished file is downloaded without the API key', async () => {
  const { mock, client } = await startMock();
  const sound = await client.audio.generateSound({ prompt: 'rain' });
  mock.clock.advance(2);
  const { download_url } = await client.jobs.wait(sound);
  const response = await fetch(download_url ?? '');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
});
