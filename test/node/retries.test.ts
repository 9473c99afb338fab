import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Clipwright } from 'clipwright';
import { type DownloadProgress, download } from 'clipwright/node';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import { freePort } from '../support/free-port.ts';
import {
  breakOff,
  createFolder,
  cut,
  file,
  type Reply,
  respond,
  retryAtOnce,
  send,
  sendPart,
  serve,
  stall,
} from './support/file-server.ts';

beforeEach(retryAtOnce);

const rest = 'bytes=4- "one"';

/** Downloads from a server with these replies. Returns the file's content and the ranges that were requested. */
async function fetchFrom(...replies: Reply[]) {
  const { url, ranges } = await serve(...replies);
  const { path, files } = await createFolder();
  const { bytes } = await download(url, path);
  const content = await readFile(path, 'utf8');
  expect([bytes, await files()]).toEqual([content.length, ['clip.mp4']]);
  return { content, ranges: ranges() };
}

describe('a download whose response breaks off', () => {
  test('is resumed with the ETag', async () => {
    expect(await fetchFrom(cut(4), send())).toEqual({ content: file, ranges: ['', rest] });
  });

  test('is resumed each time that a response breaks off', async () => {
    const { content, ranges } = await fetchFrom(cut(4), breakOff, sendPart('45', 'bytes 4-5/10'), send());
    expect(content).toBe(file);
    expect(ranges).toEqual(['', rest, rest, 'bytes=6- "one"']);
  });

  test('is resumed with Last-Modified if there is no strong ETag', async () => {
    const modified = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const headers = { etag: 'W/"weak"', 'last-modified': modified, 'content-length': '10' };
    const { content, ranges } = await fetchFrom(cut(4, headers), sendPart('456789', 'bytes 4-9/10', 'W/"weak"'));
    expect({ content, ranges }).toEqual({ content: file, ranges: ['', `bytes=4- ${modified}`] });
  });

  test('keeps the chunks that arrived while onProgress was still working on an earlier chunk', async () => {
    const { path } = await createFolder();
    const { readable, writable } = new TextEncoderStream();
    const writer = writable.getWriter();
    const first = new Response(readable, { headers: { etag: '"one"', 'content-length': '10' } });
    const second = { status: 206, headers: { etag: '"one"', 'content-range': 'bytes 8-9/10' } };
    const fetch = vi.fn().mockResolvedValueOnce(first).mockResolvedValueOnce(new Response('89', second));
    const client = new Clipwright({ apiKey: 'test', baseUrl: 'https://video.test/', fetch });
    const onProgress = async ({ bytes }: DownloadProgress) => {
      if (bytes > 2) return;
      for (const chunk of ['23', '45', '67']) {
        void writer.write(chunk);
        await setImmediate();
      }
      void writer.abort(new TypeError('terminated'));
    };

    void writer.write('01');
    expect(await download('https://files.test/clip.mp4', path, { client, onProgress })).toEqual({ path, bytes: 10 });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({ headers: { range: 'bytes=8-' } });
  });

  test.each([
    ['has no validator', { 'content-length': '10' }],
    ['has only a weak ETag', { 'content-length': '10', etag: 'W/"one"' }],
    [
      'was changed in the second in which it was sent',
      {
        'content-length': '10',
        date: 'Thu, 01 Jan 2026 00:00:00 GMT',
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      },
    ],
  ])('starts again if the file %s', async (_, headers) => {
    expect(await fetchFrom(cut(4, headers), send())).toEqual({ content: file, ranges: ['', ''] });
  });

  test('continues with the whole file if the server ignores the range', async () => {
    const whole: Reply = (response) => response.writeHead(200, { etag: '"one"', 'content-length': 10 }).end(file);
    expect(await fetchFrom(cut(4), whole)).toEqual({ content: file, ranges: ['', rest] });
  });

  test('continues with the whole new file if the file has changed', async () => {
    const changed = await fetchFrom(cut(4), send('abcdefghijkl', '"two"'));
    expect(changed).toEqual({ content: 'abcdefghijkl', ranges: ['', rest] });
  });

  test('is resumed with the new ETag after the file has changed', async () => {
    const second = { etag: '"two"', 'content-length': '8' };
    const { content, ranges } = await fetchFrom(cut(4), cut(6, second), sendPart('67', 'bytes 6-7/8', '"two"'));
    expect({ content, ranges }).toEqual({ content: '01234567', ranges: ['', rest, 'bytes=6- "two"'] });
  });

  test.each([
    ['416', respond(416, { 'content-range': 'bytes */3' })],
    ['other bytes', sendPart('56789', 'bytes 5-9/10')],
    ['no Content-Range', (response) => response.writeHead(206, { etag: '"one"' }).end('456789')],
    ['another ETag', sendPart('efghij', 'bytes 4-9/10', '"two"')],
    ['another size', sendPart('4567', 'bytes 4-7/8')],
    [
      'a compressed part',
      (response) =>
        response
          .writeHead(206, { etag: '"one"', 'content-range': 'bytes 4-9/10', 'content-encoding': 'deflate' })
          .end('456789'),
    ],
  ] satisfies [string, Reply][])('starts again only once after %s', async (_, reply) => {
    expect(await fetchFrom(cut(4), reply, send())).toEqual({ content: file, ranges: ['', rest, ''] });

    const { url, ranges } = await serve(cut(4), reply, cut(4), reply);
    const { path } = await createFolder();
    expect(await rejectionOf(download(url, path))).toMatchObject({
      name: 'DownloadError',
      message: expect.stringContaining('the server sent other bytes than requested'),
    });
    expect(ranges()).toEqual(['', rest, '', rest]);
  });

  test('takes the size from a later response if the first response did not have it', async () => {
    const first = cut(4, { etag: '"one"' });
    expect(await fetchFrom(first, sendPart('45', 'bytes 4-5/10'), send())).toEqual({
      content: file,
      ranges: ['', rest, 'bytes=6- "one"'],
    });
    expect(await fetchFrom(first, sendPart('45', 'bytes 4-5/*'))).toEqual({ content: '012345', ranges: ['', rest] });
  });
});

test('a body that is longer than its Content-Length is rejected', async () => {
  const { path, files } = await createFolder();
  const fetch = vi.fn(async () => new Response(file, { headers: { 'content-length': '3' } }));
  const client = new Clipwright({ apiKey: 'test', baseUrl: 'https://video.test/', fetch });

  const error = await rejectionOf(download('https://files.test/clip.mp4', path, { client }));
  expect(error).toHaveProperty(
    'message',
    'https://files.test/clip.mp4 was not downloaded: the server sent other bytes than requested',
  );
  expect([fetch.mock.calls.length, await files()]).toEqual([2, []]);
});

test('while onProgress is slow, at most 1 MiB and one chunk are in memory', async () => {
  const { path } = await createFolder();
  const chunk = new Uint8Array(256 * 1024);
  let read = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        read += 1;
        if (read > 9) controller.close();
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const client = new Clipwright({
    apiKey: 'test',
    baseUrl: 'https://video.test/',
    fetch: async () => new Response(body),
  });
  const readAhead: number[] = [];
  const onProgress = async () => {
    let before: number;
    do {
      before = read;
      await setImmediate();
    } while (read > before);
    readAhead.push(read);
  };

  await download('https://files.test/clip.mp4', path, { client, onProgress });
  expect(readAhead[0]).toBe(5);
});

describe('a status', () => {
  test.each([408, 429, 500, 503, 599])('of %i is retried', async (status) => {
    expect(await fetchFrom(respond(status), send())).toEqual({ content: file, ranges: ['', ''] });
  });

  test.each([202, 204, 400, 401, 403, 404, 410, 418])('of %i is not retried', async (status) => {
    const { url, ranges } = await serve(respond(status));
    const { path, files } = await createFolder();

    const error = await rejectionOf(download(url, path));
    const shown = url.replace(/\?.*/, '');
    expect(error).toMatchObject({ name: 'DownloadError', status, url: shown, bytes: 0 });
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining(`${shown} was not downloaded: the server responded with status ${status}`),
    );
    expect([ranges(), await files()]).toEqual([[''], []]);
  });

  test('is retried after the delay in Retry-After', async () => {
    const timers = fakeTimers();
    const { url, requests } = await serve(respond(429, { 'retry-after': '7' }), send());
    const { path } = await createFolder();

    const done = download(url, path);
    await timers.started(7_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(await done).toEqual({ path, bytes: 10 });
    expect(requests).toHaveLength(2);
  });

  test('is not retried if its Retry-After is more than a minute', async () => {
    const { url, requests } = await serve(respond(503, { 'retry-after': '61' }));
    const { path } = await createFolder();

    const error = await rejectionOf(download(url, path));
    expect(error).toHaveProperty('message', expect.stringMatching(/responded with status 503: it asks to wait 61 s$/));
    expect(requests).toHaveLength(1);
  });
});

describe('retries', () => {
  test('end after maxRetries, and the part file stays', async () => {
    const { url, ranges } = await serve(cut(4), breakOff);
    const { path, files } = await createFolder();

    const error = await rejectionOf(download(url, path, { maxRetries: 1 }));
    expect(error).toMatchObject({ name: 'DownloadError', status: null, bytes: 4, cause: { message: 'fetch failed' } });
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/: other side closed \(.*clip\.mp4\.part has 4 of 10 bytes: another call continues\)$/),
    );
    expect(ranges()).toEqual(['', rest]);
    expect(await files()).toEqual(['clip.mp4.part', 'clip.mp4.part.json']);
  });

  test('are not made with maxRetries 0', async () => {
    const { url, requests } = await serve(breakOff);
    const { path } = await createFolder();

    await rejectionOf(download(url, path, { maxRetries: 0 }));
    expect(requests).toHaveLength(1);
  });

  test('are counted from zero again after each new byte', async () => {
    const oneByte: Reply = (response, { headers: { range } }) => {
      const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const part = { 'content-range': `bytes ${start}-9/10`, 'content-length': 10 - start };
      response.writeHead(start > 0 ? 206 : 200, { etag: '"one"', ...part });
      response.write(file.charAt(start), () => response.destroy());
    };
    const { content, ranges } = await fetchFrom(oneByte);
    expect([content, ranges.length]).toEqual([file, 10]);
  });

  test('end if a server that ignores ranges always breaks off at the same byte', async () => {
    const { url, requests } = await serve(cut(4, { 'content-length': '10' }));
    const { path, files } = await createFolder();

    const error = await rejectionOf(download(url, path));
    expect(error).toHaveProperty('message', expect.stringMatching(/was not downloaded: terminated: [\w ]+$/));
    expect([requests.length, await files()]).toEqual([3, []]);
  });

  test('end with a DownloadError whose cause is the failed connection', async () => {
    const { path, files } = await createFolder();
    const url = `http://127.0.0.1:${await freePort()}/clip.mp4`;

    const error = await rejectionOf(download(url, path));
    expect(error).toMatchObject({
      name: 'DownloadError',
      status: null,
      url,
      cause: { cause: { code: 'ECONNREFUSED' } },
    });
    expect(await files()).toEqual([]);
  });

  test('are made after 60 s without a byte', async () => {
    const timers = fakeTimers();
    const { url, ranges } = await serve(stall(4), () => {}, send());
    const { path } = await createFolder();

    const done = download(url, path);
    // The download starts a timer for the headers of a response, and a timer for each read of its body.
    await timers.started(60_000, 3);
    await vi.advanceTimersByTimeAsync(60_000);
    await timers.started(60_000, 4);
    await vi.advanceTimersByTimeAsync(60_000);
    await timers.started(60_000, 5);
    expect(await done).toEqual({ path, bytes: 10 });
    expect(ranges()).toEqual(['', rest, rest]);
  });

  test('end with an error that says for how long no byte arrived', async () => {
    const { url } = await serve(() => {});
    const { path } = await createFolder();

    const error = await rejectionOf(download(url, path, { timeout: 10, maxRetries: 0 }));
    expect(error).toHaveProperty('message', expect.stringMatching(/was not downloaded: no byte arrived for 10 ms$/));
  });
});

/** Replaces `setTimeout`. Tests wait with `started`, because `vi.waitUntil` would advance the fake timers. */
function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  return {
    /** Waits until `count` timers with this delay were started. */
    async started(delay: number, count = 1): Promise<void> {
      const isDelay = ([, milliseconds]: readonly unknown[]) => milliseconds === delay;
      // Advance by 1 ms, not 0: while fake timers advance, they treat a new delay of 0 as 1 ms.
      while (setTimeout.mock.calls.filter(isDelay).length < count) await vi.advanceTimersByTimeAsync(1);
    },
  };
}
