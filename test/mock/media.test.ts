import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';
import { fileUrlsOf, source } from './support/file-urls.ts';

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

function headersOf({ headers }: Response, ...names: string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

forEachTransport('files', (open) => {
  test('can be downloaded after an emitted export.ready until the link expires, even after a restore', async () => {
    const { mock, fetch } = await open({ clock: 'manual' });
    const initial = await mock.snapshot();
    await mock.clock.advance(0.0001);
    const { data } = await mock.emit('export.ready');
    expect(data.expires_at).toBe('2026-01-02T00:00:00.000Z');
    const statusOf = async () => (await fetch(String(data.download_url))).status;
    expect([await statusOf(), (await fetch(String(data.download_url))).headers.get('content-type')]).toEqual([
      200,
      'video/mp4',
    ]);
    await mock.restore(initial);
    expect(await statusOf()).toBe(200);
    await mock.clock.advance(24 * 3600);
    expect(await statusOf()).toBe(410);
    const { origin } = new URL(String(data.download_url));
    expect((await fetch(`${origin}/media/samples/soon.mp4`)).status).toBe(404);
  });

  test('have names in an archive that are valid in any file system, even if clip titles are long', async () => {
    const { client, mock, fetch } = await open({ clock: 'manual' });
    const batch = await client().clips.generate({ source });
    const saved = JSON.parse(JSON.stringify(await mock.snapshot()));
    saved.workspaces[0].batches[0].clips[0].title = `x${'. '.repeat(100_000)}y`;
    await mock.restore(saved);
    const archive = await fetch(String(batch.zip_download_url));
    const [name = ''] = Object.keys(unzipSync(await bytesOf(archive)));
    expect(name).toBe(`1 x${'. '.repeat(29)}..mp4`);
  });

  test('are not the only paths that respond to HEAD without a body', async () => {
    const { baseUrl, fetch } = await open();
    const { origin } = new URL(baseUrl);
    const heads = ['/openapi.json', '/docs/errors', '/docs/licenses', '/api/v1/projects', '/nowhere'].map(
      async (path) => {
        const head = await fetch(origin + path, { method: 'HEAD' });
        return [head.status, await head.text()];
      },
    );
    expect(await Promise.all(heads)).toEqual([200, 200, 200, 405, 404].map((status) => [status, '']));
  });

  test('have a type, a length and an ETag, and support HEAD, Range and If-None-Match', async () => {
    const transport = await open();
    const { fetch } = transport;
    const files = await fileUrlsOf(transport);
    const types = ['video/mp4', 'video/mp4', 'audio/wav', 'audio/wav', 'image/png', 'image/png', 'application/zip'];
    for (const [at, [folder, url]] of Object.entries(files).entries()) {
      expect(new URL(url).pathname).toMatch(new RegExp(`^/media/${folder}/[\\w-]+\\.\\w{3}$`));
      const whole = await fetch(url);
      const bytes = await bytesOf(whole);
      const described = headersOf(
        whole,
        'content-type',
        'content-length',
        'accept-ranges',
        'cache-control',
        'content-range',
      );
      expect([whole.status, described]).toEqual([
        200,
        {
          'content-type': types[at],
          'content-length': String(bytes.length),
          'accept-ranges': 'bytes',
          'cache-control': 'no-cache',
          'content-range': null,
        },
      ]);
      const etag = whole.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{36}"$/);

      const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-3' } });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(headersOf(head, ...Object.keys(described), 'etag')).toEqual({ ...described, etag });

      const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
      expect([part.status, await bytesOf(part)]).toEqual([206, bytes.slice(2, 6)]);
      expect(headersOf(part, ...Object.keys(described), 'etag')).toEqual({
        ...described,
        'content-length': '4',
        'content-range': `bytes 2-5/${bytes.length}`,
        etag,
      });

      const same = await fetch(url, { headers: { 'if-none-match': etag } });
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    }
  });

  test('are sent in part for a supported Range, and completely for an invalid or unsupported Range', async () => {
    const transport = await open();
    const url = (await fileUrlsOf(transport)).exports ?? '';
    const all = await bytesOf(await transport.fetch(url));
    const size = all.length;
    const get = async (range: string) => {
      const response = await transport.fetch(url, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await bytesOf(response)];
    };
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=0-', 0, size],
      ['bytes=10-19', 10, 20],
      ['bytes=100-', 100, size],
      [`bytes=100-${size + 1000}`, 100, size],
      [`bytes=${size - 1}-`, size - 1, size],
      ['bytes=-1', size - 1, size],
      ['bytes=-300', size - 300, size],
      [`bytes=-${size + 1}`, 0, size],
      ['Bytes=0-1', 0, 2],
    ] as const) {
      const expected = [206, `bytes ${start}-${end - 1}/${size}`, all.slice(start, end)];
      expect([range, ...(await get(range))]).toEqual([range, ...expected]);
    }
    for (const range of ['bytes=0-1,3-4', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes', 'seconds=0-1', 'bytes=0-1-2']) {
      expect([range, ...(await get(range))]).toEqual([range, 200, null, all]);
    }
  });

  test('respond with 416 and their size to a range beyond their end', async () => {
    const transport = await open();
    const url = (await fileUrlsOf(transport)).sounds ?? '';
    const size = Number((await transport.fetch(url)).headers.get('content-length'));
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
      const response = await transport.fetch(url, { headers: { range } });
      expect([response.status, headersOf(response, 'content-range', 'content-type'), await response.json()]).toEqual([
        416,
        { 'content-range': `bytes */${size}`, 'content-type': 'application/json' },
        {
          error: {
            code: 'range_not_satisfiable',
            message: `The range is beyond the end of the file, which is ${size} bytes long.`,
            param: 'Range',
            doc_url: `${new URL(transport.baseUrl).origin}/docs/errors#range_not_satisfiable`,
          },
        },
      ]);
    }
  });

  test('support If-Range and If-None-Match with their ETag', async () => {
    const transport = await open();
    const url = (await fileUrlsOf(transport)).exports ?? '';
    const etag = (await transport.fetch(url)).headers.get('etag') ?? '';
    const status = async (headers: Record<string, string>) => (await transport.fetch(url, { headers })).status;
    expect(await status({ range: 'bytes=0-1', 'if-range': etag })).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT']) {
      expect([other, await status({ range: 'bytes=0-1', 'if-range': other })]).toEqual([other, 200]);
      expect(await status({ range: 'bytes=999999-', 'if-range': other })).toBe(200);
    }
    for (const known of [`"other", ${etag}`, `W/${etag}`, '*']) {
      expect([known, await status({ 'if-none-match': known })]).toEqual([known, 304]);
      expect(await status({ 'if-none-match': known, range: 'bytes=999999-' })).toBe(304);
    }
    expect(await status({ 'if-none-match': '"other"' })).toBe(200);
  });

  test('can be read by a page of another origin, completely or in part', async () => {
    const origin = 'https://app.test';
    const transport = await open();
    const url = (await fileUrlsOf(transport)).exports ?? '';
    const preflight = await transport.fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('range, if-range, if-none-match'),
    ]);
    for (const [range, status] of [
      ['bytes=0-1', 206],
      ['bytes=999999-', 416],
    ] as const) {
      const response = await transport.fetch(url, { headers: { origin, range } });
      // In process, the header is `*`. Over HTTP, it is the origin of the page.
      expect(['*', origin]).toContain(response.headers.get('access-control-allow-origin'));
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['etag', 'accept-ranges', 'content-range', 'content-length']),
      );
    }
  });

  test('expire when the clock is advanced over HTTP', async () => {
    const transport = await open();
    const url = (await fileUrlsOf(transport)).exports ?? '';
    const advance = (seconds: number) =>
      transport.fetch(`${new URL(url).origin}/_mock/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance_seconds: seconds }),
      });
    // The export takes five seconds of the clock's time, and its link lasts a day.
    await advance(86_404);
    expect((await transport.fetch(url)).status).toBe(200);
    await advance(1);
    expect((await transport.fetch(url)).status).toBe(410);
  });

  test.each(['manual', 'stepped', 'realtime'] as const)(
    'expire at the expires_at of their export.ready event with a %s clock',
    async (clock) => {
      const { client, fetch, mock } = await open({ clock, deliver: async () => new Response() });
      await client().webhooks.register({ url: 'https://app.example/hook', events: ['export.ready'] });
      const { clips } = await client().clips.generate({ source, export: { auto_export: true } });
      await mock.clock.advance(5);
      const [job] = await client().jobs.list(clips[0]?.project_id ?? '');
      await mock.settled();
      const ready = (await mock.deliveries)
        .map(({ event }) => event.data)
        .find((data) => data.export_id === job?.export_id);
      const expiry = Date.parse(String(ready?.expires_at));
      expect(expiry - Date.parse(job?.completed_at ?? '')).toBe(24 * 3_600_000);

      const url = job?.download_url ?? '';
      // Stop a minute early, so that a realtime clock does not reach the expiry by itself.
      await mock.clock.advance(Math.floor((expiry - (await mock.clock.now())) / 1000) - 60);
      expect((await fetch(url)).status).toBe(200);
      if (clock !== 'realtime') {
        await mock.clock.advance((expiry - (await mock.clock.now())) / 1000 - 1);
        expect((await fetch(url)).status).toBe(200);
      }
      await mock.clock.advance(clock === 'realtime' ? 62 : 1);
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
        const gone = await fetch(url, { headers });
        expect([gone.status, await gone.json()]).toEqual([
          410,
          {
            error: {
              code: 'expired',
              message: `This link expired at ${String(ready?.expires_at)}. Download an export within 24 hours of its export.ready event.`,
              param: null,
              doc_url: `${new URL(url).origin}/docs/errors#expired`,
            },
          },
        ]);
      }
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, await head.text(), (await fetch(`${new URL(url).origin}/docs/errors`)).status]).toEqual([
        410,
        '',
        200,
      ]);
      expect((await client().jobs.list(clips[0]?.project_id ?? ''))[0]).toEqual(job);
    },
  );
});

describe('the bytes of a file', () => {
  test('have the same ETag in every file, and different bytes have different ETags', async () => {
    const transport = openInProcess();
    const files = await fileUrlsOf(transport);
    const etagOf = async (url = '') => (await transport.fetch(url)).headers.get('etag');
    expect(files.exports).not.toBe(files.clips);
    expect(await etagOf(files.exports)).toBe(await etagOf(files.clips));
    expect(await etagOf(files.thumbnails)).not.toBe(await etagOf(files.previews));
  });

  test('change with the state, even if the URL was requested before', async () => {
    const { client, fetch, mock } = openInProcess();
    const download = async (prompt: string) => {
      const { download_url: url } = await client().jobs.wait(await client().audio.generateSound({ prompt }));
      const response = await fetch(url ?? '');
      return { url, size: (await bytesOf(response)).length, etag: response.headers.get('etag') };
    };
    const short = await download('rain');
    await mock.reset();
    const long = await download('rain on a tin roof at night');
    expect(long.url).toBe(short.url);
    expect([short.size, long.size]).toEqual([44 + 1.2 * 16_000, 44 + 2.4 * 16_000]);
    expect(long.etag).not.toBe(short.etag);
  });
});
