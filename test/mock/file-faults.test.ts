import { createMock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileKinds } from '../../mock/http/urls.ts';
import { patience } from '../support/patience.ts';
import { forEachTransport, type OpenTransport, openInProcess } from '../support/transports.ts';
import { fileUrlsOf } from './support/file-urls.ts';

const all = { match: { file: true } } as const;

/** Returns the URL of a file that is 1 KB or longer, in the workspace of a key. */
async function trackOf({ client }: Pick<OpenTransport, 'client'>, apiKey = 'test'): Promise<string> {
  const { asset } = await client({ apiKey }).audio.importFromLibrary({ provider: 'p', external_id: '1' });
  return asset.source_url ?? '';
}

async function bytesOf(response: Response): Promise<number[]> {
  return [...new Uint8Array(await response.arrayBuffer())];
}

/** Reads chunks until there are `count` bytes. `rest` is the promise of the next chunk. */
async function firstBytes(response: Response, count: number) {
  const reader = response.body?.getReader();
  let first: number[] = [];
  while (first.length < count) first = [...first, ...((await reader?.read())?.value ?? [])];
  return { first, rest: reader?.read() };
}

forEachTransport('a fault of files', (open) => {
  test('responds with a status and headers `times` times, to GET and HEAD, and counts its hits', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, status: 503, headers: { 'Retry-After': '7' }, times: 3 });

    const failed = await fetch(url);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '7']);
    expect(await failed.json()).toMatchObject({
      error: { code: 'internal_error', message: 'A fault of the mock responds with 503.' },
    });
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([503, '']);
    expect(await mock.faults.list()).toMatchObject([{ id: 'fault-1', hits: 2, left: 1 }]);
    expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(503);
    expect((await fetch(url)).status).toBe(200);
    expect(await mock.faults.list()).toEqual([]);
  });

  test('is neither applied to a file that the console plays, nor used up by it', async () => {
    const transport = await open();
    const url = await trackOf(transport);
    await transport.mock.faults.add({ ...all, status: 503, times: 1 });

    expect((await transport.fetch(`${url}?preview=`)).status).toBe(200);
    expect((await transport.fetch(url)).status).toBe(503);
  });

  test('is recorded with its request; other requests for files are recorded only if they fail', async () => {
    const transport = await open({ clock: 'manual' });
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    const expired = String((await mock.emit('export.ready')).data.download_url);
    await fetch(url);
    expect(await mock.requests).toHaveLength(1);
    await mock.faults.add({ ...all, cut: true, times: 1 });
    await fetch(url)
      .then(bytesOf)
      .catch(() => {});
    await mock.clock.advance(24 * 3600);
    await fetch(expired);
    const [, cut, refused] = await mock.requests;
    expect(cut).toMatchObject({ endpoint: null, url, fault: 'fault-1', status: 200, response: { body: '' } });
    expect(cut?.why).toMatchObject({
      by: 'fault',
      message: 'fault-1 sent half of the response and broke the connection.',
    });
    expect(refused).toMatchObject({ status: 410, why: { by: 'service', code: 'expired' } });
  });

  test('delays a download, then applies the next fault', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, delay: 1, times: 2 });
    await mock.faults.add({ ...all, status: 429, times: 1 });

    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await fetch(url)).status).toBe(200);
    expect(await mock.faults.list()).toEqual([]);
  });

  test('delays a download until it is aborted', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, delay: 2 ** 31 - 1, times: 1 });
    const controller = new AbortController();
    const response = fetch(url, { signal: controller.signal });
    await vi.waitUntil(async () => (await mock.faults.list()).length === 0, patience);
    controller.abort(new Error('enough'));
    await expect(response).rejects.toThrow('enough');
  });

  test('drops the connection', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, drop: true, times: 2 });
    await expect(fetch(url)).rejects.toThrow(TypeError);
    await expect(fetch(url, { method: 'HEAD' })).rejects.toThrow(TypeError);
    expect((await fetch(url)).status).toBe(200);
  });

  test('sends half of the file, or of its range, then nothing more until the client stops', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    const whole = await bytesOf(await fetch(url));
    await mock.faults.add({ ...all, stall: true, times: 2 });
    for (const [headers, status, start, end] of [
      [{}, 200, 0, whole.length],
      [{ range: 'bytes=100-201' }, 206, 100, 202],
    ] as const) {
      const controller = new AbortController();
      const response = await fetch(url, { headers, signal: controller.signal });
      expect([response.status, response.headers.get('content-length')]).toEqual([status, `${end - start}`]);
      const { first, rest } = await firstBytes(response, (end - start) / 2);
      expect(first).toEqual(whole.slice(start, start + (end - start) / 2));
      controller.abort(new Error('enough'));
      await expect(rest).rejects.toThrow('enough');
    }
    expect(await bytesOf(await fetch(url))).toEqual(whole);
  });

  test('does not cut or stall the response to a HEAD request, which has no body', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, cut: true, times: 1 });
    await mock.faults.add({ ...all, stall: true, times: 1 });
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await mock.faults.list()).map(({ hits }) => hits)).toEqual([0, 0]);
  });

  test('applies only to the files of its API key’s workspace', async () => {
    const transport = await open();
    const { mock, fetch } = transport;
    const [mine, theirs] = [await trackOf(transport, 'mine'), await trackOf(transport, 'theirs')];
    const sampleOf = async (apiKey: string) =>
      String((await mock.emit('export.ready', undefined, { apiKey })).data.download_url);
    const [mySample, theirSample] = [await sampleOf('mine'), await sampleOf('theirs')];
    await mock.faults.add({ ...all, status: 503, apiKey: 'mine' });
    const statuses = [mine, theirs, mySample, theirSample].map(async (url) => (await fetch(url)).status);
    expect(await Promise.all(statuses)).toEqual([503, 200, 503, 200]);
  });

  test('does not change errors and 304 responses', async () => {
    const transport = await open({ clock: 'manual' });
    const { mock, fetch, baseUrl } = transport;
    const url = await trackOf(transport);
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const expired = String((await mock.emit('export.ready')).data.download_url);
    await mock.clock.advance(24 * 3600);
    await mock.faults.add({ ...all, status: 503 });
    const requests: [url: string | URL, headers?: Record<string, string>][] = [
      [url, { 'if-none-match': etag }],
      [url, { range: 'bytes=99999999-' }],
      [expired],
      [new URL('/media/tracks/none.wav', baseUrl)],
      [new URL('/docs/licenses', baseUrl)],
    ];
    const statuses = requests.map(async ([each, headers = {}]) => (await fetch(each, { headers })).status);
    expect(await Promise.all(statuses)).toEqual([304, 416, 410, 404, 200]);
    expect(await mock.faults.list()).toMatchObject([{ hits: 0 }]);
  });

  test('does not apply to calls, and a fault of calls does not apply to files', async () => {
    const transport = await open();
    const { mock, fetch, client } = transport;
    const url = await trackOf(transport);
    await mock.faults.add({ ...all, status: 503, times: 1 });
    await expect(client().projects.create({ name: 'Talk' })).resolves.toBeDefined();
    expect((await fetch(url)).status).toBe(503);
    await mock.faults.add({ status: 500 });
    expect((await fetch(url)).status).toBe(200);
    await expect(client().projects.create({ name: 'Talk' })).rejects.toMatchObject({ status: 500 });
  });
});

test.each(['mock.fetch', 'a socket'])('through %s, a file that a fault cuts ends after half its bytes', async (how) => {
  const mock = createMock();
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const fetch = how === 'a socket' ? globalThis.fetch : mock.fetch;
  const { id } = await mock.seed.project({ name: 'Talk' });
  const url = new URL(`/media/thumbnails/${id}.png`, server.baseUrl);
  const whole = await bytesOf(await fetch(url));
  mock.faults.add({ match: { file: 'thumbnails' }, cut: true, times: 2 });
  for (const [headers, status, start, end] of [
    [{}, 200, 0, whole.length],
    [{ range: 'bytes=10-29' }, 206, 10, 30],
  ] as const) {
    const response = await fetch(url, { headers });
    expect([response.status, response.headers.get('content-length')]).toEqual([status, `${end - start}`]);
    const half = Math.floor((end - start) / 2);
    const { first, rest } = await firstBytes(response, half);
    expect(first).toEqual(whole.slice(start, start + half));
    await expect(rest).rejects.toThrow(TypeError);
  }
  expect(await bytesOf(await fetch(url))).toEqual(whole);
});

test('through msw, the request for a file that a fault cuts fails as a whole', async () => {
  const mock = createMock();
  const server = setupServer(...mockHandlers(mock));
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  const url = String(mock.emit('export.ready').data.download_url);
  mock.faults.add({ match: { file: 'samples' }, cut: true, times: 1 });
  await expect(fetch(url)).rejects.toThrow(TypeError);
  expect((await fetch(url)).status).toBe(200);
});

test('a fault matches the files of its kind', async () => {
  const transport = openInProcess();
  const { mock, fetch } = transport;
  const urls = { ...(await fileUrlsOf(transport)), samples: String(mock.emit('export.ready').data.download_url) };
  for (const kind of fileKinds) {
    mock.faults.add({ match: { file: kind }, status: 503, apiKey: 'test' });
    const failed = await Promise.all(
      fileKinds.map(async (each) => ((await fetch(urls[each])).status === 503 ? [each] : [])),
    );
    expect(failed.flat()).toEqual([kind]);
    mock.faults.clear();
  }
});

test('a fault with a share hits the same downloads in every run', async () => {
  const transport = openInProcess({ seed: 1 });
  const url = await trackOf(transport);
  transport.mock.faults.add({ match: { file: 'tracks', share: 0.25 }, status: 500 });
  const statuses: number[] = [];
  for (let n = 1; n <= 20; n += 1) statuses.push((await transport.fetch(url)).status);
  expect(statuses.flatMap((status, index) => (status === 500 ? [index] : []))).toEqual([6, 12, 14, 16, 18]);
});

test('a remote mock with an API key adds faults only for the files of that key’s workspace', async () => {
  const mock = createMock();
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const remote = await connectMock(server.baseUrl, { apiKey: 'mine' });
  const fileOf = async (apiKey: string) => {
    const { id } = await mock.seed.project({ name: 'Talk', apiKey });
    return new URL(`/media/thumbnails/${id}.png`, server.baseUrl);
  };
  const [mine, theirs] = [await fileOf('mine'), await fileOf('theirs')];
  const added = await remote.faults.add({ match: { file: true }, status: 503 });
  expect(added).toEqual({ match: { file: true }, status: 503, id: 'fault-1', hits: 0, left: null, scope: 'key' });
  expect([(await fetch(mine)).status, (await fetch(theirs)).status]).toEqual([503, 200]);
  expect(await remote.faults.list()).toEqual([{ ...added, hits: 1 }]);
});
