import { link, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Clipwright, isErrorNamed } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { DownloadError, download } from 'clipwright/node';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import { patience } from '../support/patience.ts';
import { createFolder, cut, file, respond, retryAtOnce, send, serve, stall } from './support/file-server.ts';

const apiKey = 'sk_live_very_secret';

beforeEach(retryAtOnce);

describe('a download', () => {
  test('writes the file and its folders, without sending the API key', async () => {
    const { url, requests } = await serve(send());
    const { folder } = await createFolder();
    const path = join(folder, 'a/b/clip.mp4');
    const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1' });

    expect(await download(new URL(url), path, { client })).toEqual({ path, bytes: 10 });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['GET', '/clip.mp4?signature=secret']]);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.headers).toHaveProperty('accept-encoding', 'identity');
    expect(JSON.stringify(requests[0]?.headers)).not.toContain(apiKey);
  });

  test('reports its progress after each chunk', async () => {
    const { url } = await serve(cut(4), send());
    const { path } = await createFolder();
    const onProgress = vi.fn();

    await download({ download_url: url }, path, { onProgress });
    expect(onProgress.mock.calls).toEqual([[{ bytes: 4, total: 10 }], [{ bytes: 10, total: 10 }]]);
  });

  test('reports no total size if the response has no Content-Length', async () => {
    const { url } = await serve((response) => {
      response.flushHeaders();
      response.end(file.slice(0, 4));
    });
    const { path, files } = await createFolder();
    const onProgress = vi.fn();

    expect(await download(url, path, { onProgress })).toEqual({ path, bytes: 4 });
    expect(onProgress.mock.calls).toEqual([[{ bytes: 4, total: null }]]);
    expect(await files()).toEqual(['clip.mp4']);
  });

  test('writes an empty file', async () => {
    const { url } = await serve(respond(200, { 'content-length': '0' }));
    const { path, files } = await createFolder();

    expect(await download(url, path)).toEqual({ path, bytes: 0 });
    expect(await files()).toEqual(['clip.mp4']);
  });

  test('decompresses a file that was compressed for the transfer', async () => {
    const body = gzipSync('x'.repeat(1000));
    const headers = { 'content-encoding': 'gzip', 'content-length': body.length, etag: '"one"' };
    const { url, ranges } = await serve(
      (response) => response.writeHead(200, headers).write(body.subarray(0, 20), () => response.destroy()),
      (response) => response.writeHead(200, headers).end(body),
    );
    const { path } = await createFolder();
    const totals = new Set<number | null>();

    await download(url, path, { onProgress: ({ total }) => totals.add(total) });
    expect(await readFile(path, 'utf8')).toBe('x'.repeat(1000));
    expect(totals).toEqual(new Set([null]));
    expect(ranges()).toEqual(['', '']);
  });
});

describe('an existing path', () => {
  test('is rejected before anything is sent', async () => {
    const { url, requests } = await serve(send());
    const { path, folder, files } = await createFolder();
    await writeFile(path, 'old');

    expect(await rejectionOf(download(url, path))).toMatchObject({
      name: 'DownloadError',
      message: `${path} exists: choose another path, or pass overwrite: true to replace it`,
      status: null,
      url: url.replace(/\?.*/, ''),
      bytes: 0,
    });
    expect(await rejectionOf(download(url, folder, { overwrite: true }))).toHaveProperty(
      'message',
      `${folder} is a folder: choose the path of a file`,
    );
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await files()).toEqual(['clip.mp4']);
    expect(requests).toEqual([]);
  });

  test('is not replaced if another program creates it during the download', async () => {
    const { url } = await serve(send());
    const { path, files } = await createFolder();

    const error = await rejectionOf(download(url, path, { onProgress: () => writeFile(path, 'other') }));
    expect(error).toMatchObject({ name: 'DownloadError', cause: { code: 'EEXIST' } });
    expect(await readFile(path, 'utf8')).toBe('other');
    expect(await files()).toEqual(['clip.mp4']);
    await download(url, path, { overwrite: true, onProgress: () => writeFile(path, 'another') });
    expect(await readFile(path, 'utf8')).toBe(file);
  });

  test('is replaced if `overwrite` is true, but only by a complete file', async () => {
    const { url } = await serve(cut(4), respond(404), send());
    const { path, files } = await createFolder();
    await writeFile(path, 'old');

    await expect(download(url, path, { overwrite: true })).rejects.toThrow('404');
    expect(await readFile(path, 'utf8')).toBe('old');
    await download(url, path, { overwrite: true });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(await files()).toEqual(['clip.mp4']);
  });

  test('is rejected while another download writes to it', async () => {
    const { url, requests } = await serve(send());
    const { path } = await createFolder();
    const first = download(url, path);

    expect(await rejectionOf(download(url, path))).toHaveProperty(
      'message',
      `${path} is already being downloaded: choose another path`,
    );
    await first;
    await download(url, path, { overwrite: true });
    expect(requests).toHaveLength(2);
  });
});

describe('the part file', () => {
  test('is removed if the disk is full, and the error says that it is full', async ({ skip }) => {
    skip(process.platform !== 'linux', '/dev/full only exists on Linux');
    const { url } = await serve(send());
    const { path, files } = await createFolder();
    // Writing to /dev/full fails with ENOSPC.
    await symlink('/dev/full', `${path}.part`);

    expect(await rejectionOf(download(url, path))).toMatchObject({
      name: 'DownloadError',
      message: `${path}.part could not be written: the disk is full: the file needs 10 bytes`,
      cause: { code: 'ENOSPC' },
      bytes: 0,
    });
    expect(await files()).toEqual([]);
  });

  test('is named in the error if it cannot be written, even if the disk is not full', async () => {
    const { url, requests } = await serve(send());
    const { path } = await createFolder();
    await writeFile(path, 'a file, not a folder');

    const error = await rejectionOf(download(url, join(path, 'clip.mp4')));
    expect(error).toMatchObject({ name: 'DownloadError', status: null, cause: { code: 'EEXIST' } });
    expect(error).toHaveProperty('message', expect.stringContaining('clip.mp4.part could not be written: EEXIST'));
    expect(requests).toHaveLength(1);
  });

  test('is replaced, not emptied, if it is also the name of a complete file', async () => {
    const { url } = await serve(send());
    const { path, folder } = await createFolder();
    await writeFile(join(folder, 'earlier.mp4'), 'complete');
    await link(join(folder, 'earlier.mp4'), `${path}.part`);

    await download(url, path);
    expect(await readFile(join(folder, 'earlier.mp4'), 'utf8')).toBe('complete');
    expect(await readFile(path, 'utf8')).toBe(file);
  });

  test('is kept if it belongs to another program', async () => {
    const { url } = await serve(respond(404));
    const { path, files } = await createFolder();
    await writeFile(`${path}.part`, 'of a browser');

    await expect(download(url, path)).rejects.toThrow('404');
    expect(await files()).toEqual(['clip.mp4.part']);
  });
});

describe('a stopped download', () => {
  const reason = new Error('the user left');
  const fail = () => {
    throw reason;
  };

  test('sends no request and changes no file if its signal was aborted before the call', async () => {
    const { url, requests } = await serve(cut(4), respond(400), send());
    const { path, files } = await createFolder();
    await rejectionOf(download(url, path));

    const error = await rejectionOf(download(url, path, { signal: AbortSignal.abort(reason) }));
    expect(error).toMatchObject({ name: 'AbortError', message: `The download to ${path} was aborted by its signal` });
    expect(error).toHaveProperty('cause', reason);
    expect(requests).toHaveLength(2);
    expect(await files()).toEqual(['clip.mp4.part', 'clip.mp4.part.json']);
  });

  test('leaves no files behind and closes its connection', async () => {
    const { url, requests } = await serve(stall(4));
    const { path, files } = await createFolder();
    const controller = new AbortController();

    const onProgress = () => setTimeout(() => controller.abort(reason));
    const error = await rejectionOf(download(url, path, { signal: controller.signal, onProgress }));
    expect(error).toMatchObject({ name: 'AbortError', cause: reason });
    expect(await files()).toEqual([]);
    await vi.waitUntil(() => requests[0]?.socket.destroyed, patience);
  });

  test('ends even if onProgress never settles, and the file can be downloaded again', async () => {
    const { url } = await serve(send());
    const { path, files } = await createFolder();
    const controller = new AbortController();
    const onProgress = () => {
      setTimeout(() => controller.abort(reason));
      return new Promise(() => {});
    };
    const error = await rejectionOf(download(url, path, { signal: controller.signal, onProgress }));
    expect(error).toMatchObject({ name: 'AbortError', cause: reason });
    expect(await files()).toEqual([]);
    await download(url, path);
  });

  test('does not report a chunk that has arrived but is not written yet', async () => {
    const { path, files } = await createFolder();
    const { readable, writable } = new TextEncoderStream();
    const writer = writable.getWriter();
    const fetch = async () => new Response(readable);
    const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1', fetch });
    const controller = new AbortController();
    const onProgress = vi.fn(async () => {
      void writer.write('23');
      await setImmediate();
      controller.abort(reason);
    });

    void writer.write('01');
    const options = { client, signal: controller.signal, onProgress };
    const error = await rejectionOf(download('https://files.test/clip.mp4', path, options));
    expect(error).toMatchObject({ name: 'AbortError', cause: reason });
    expect(onProgress.mock.calls).toEqual([[{ bytes: 2, total: null }]]);
    expect(await files()).toEqual([]);
  });

  test('ends at once if it was waiting for a retry', async () => {
    const { url, requests } = await serve(cut(4), respond(400), respond(503, { 'retry-after': '50' }));
    const { path, files } = await createFolder();
    const controller = new AbortController();
    await rejectionOf(download(url, path));

    const failed = rejectionOf(download(url, path, { signal: controller.signal }));
    await vi.waitUntil(() => requests.length === 3, patience);
    setTimeout(() => controller.abort(reason), 10);
    expect(await failed).toMatchObject({ name: 'AbortError', cause: reason });
    expect([requests.length, await files()]).toEqual([3, []]);
  });

  test.each([
    ['throws', fail],
    ['rejects with', async () => fail()],
  ])('rejects with the error that onProgress %s, and leaves no files behind', async (_, onProgress) => {
    const { url, requests } = await serve(send());
    const { path, files } = await createFolder();

    expect(await rejectionOf(download(url, path, { onProgress }))).toBe(reason);
    expect([requests.length, await files()]).toEqual([1, []]);
  });
});

test('the body of an error response is not read to its end', async () => {
  const { url, requests } = await serve((response) => response.writeHead(404).write('endless'));
  const { path } = await createFolder();

  await expect(download(url, path)).rejects.toThrow('404');
  await vi.waitUntil(() => requests[0]?.socket.destroyed, patience);
});

describe('arguments', () => {
  const url = 'https://files.test/clip.mp4';
  const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1', fetch: () => Promise.reject() });

  test.each([
    [['ftp://files.test/clip.mp4', 'x'], 'source must be an absolute http or https URL.'],
    [['/clip.mp4', 'x'], 'source must be an absolute http or https URL.'],
    [[null, 'x'], 'source must be an absolute http or https URL.'],
    [[`https://me:${apiKey}@files.test/`, 'x'], 'source must not have a user name or a password.'],
    [[{ download_url: '/clip.mp4' }, 'x'], 'source.download_url must be an absolute http or https URL.'],
    [
      [{ clip_id: 'c', download_url: null }, 'x'],
      'source has no download_url: wait until its export has succeeded, and skip it if it has failed.',
    ],
    [[{ batch_id: 'b', clips: [] }, 'x'], 'source has no download_url: pass each clip of this batch.'],
    [[url, ''], 'path must be a non-empty string.'],
    [[url, new URL('file:///clip.mp4')], 'path must be a non-empty string.'],
    [[url, 'folder/'], 'path is a folder: choose the path of a file.'],
    [[url, 'x', { client: {} }], 'client must be a client, as in new Clipwright().'],
    [[url, 'x', { signal: 1 }], 'signal must be an AbortSignal.'],
    [[url, 'x', { timeout: 0 }], 'timeout must be a number of milliseconds above 0 and at most 2147483647.'],
    [[url, 'x', { maxRetries: -1 }], 'maxRetries must be a whole number, 0 or more.'],
    [[url, 'x', { overwrite: 'yes' }], 'overwrite must be true or false.'],
    [[url, 'x', { onProgress: true }], 'onProgress must be a function.'],
  ])('%j are rejected before anything is sent', async (args, message) => {
    // Cast: the types would reject these arguments.
    const error = await rejectionOf(download(...(args as Parameters<typeof download>)));
    expect(error).toMatchObject({ name: 'ConfigurationError', message });
    expect(inspect(error)).not.toContain(apiKey);
  });

  test('that are undefined count as omitted', async () => {
    const { url } = await serve(send());
    const { path } = await createFolder();
    const options = { client: undefined, signal: undefined, timeout: undefined, maxRetries: undefined };

    await download(url, path, { ...options, overwrite: undefined, onProgress: undefined });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(client.internals.fetch).toBeTypeOf('function');
  });
});

describe('a DownloadError', () => {
  test('is recognized by its name', async () => {
    const { url } = await serve(respond(400));
    const { path } = await createFolder();

    const error = await rejectionOf(download(url, path));
    expect(error).toBeInstanceOf(DownloadError);
    expect(isErrorNamed(error, 'DownloadError') && error.status).toBe(400);
  });

  test('does not show the API key, even if a custom fetch or the URL contains it', async () => {
    const fetch = () => Promise.reject(new Error(`The proxy refused ${apiKey}`));
    const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1', fetch });
    const { path } = await createFolder();

    const error = await rejectionOf(download(`https://video.test/${apiKey}/clip.mp4`, path, { client }));
    expect(error).toBeInstanceOf(DownloadError);
    expect(inspect(error, { depth: 9 })).not.toContain(apiKey);
  });

  const nested = (value: unknown, depth: number): unknown =>
    depth === 0 ? value : { inner: nested(value, depth - 1) };
  test.each<[string, (secret: string) => unknown]>([
    ['12 levels deep', (secret) => Object.assign(new Error('reset'), { request: nested(secret, 12) })],
    ['in a long list', (secret) => Object.assign(new Error('reset'), { list: [...Array(200).fill(''), secret] })],
    ['in a long text', (secret) => Object.assign(new Error('reset'), { text: 'x'.repeat(20_000) + secret })],
    ['in a hidden property', (secret) => Object.defineProperty(new Error('reset'), 'request', { value: secret })],
    ['in a class instance', (secret) => Object.assign(new Error('reset'), { params: new URLSearchParams({ secret }) })],
  ])(
    'shows neither the API key nor the query of the URL, which the error of a custom fetch contains %s',
    async (_, errorWith) => {
      const { path } = await createFolder();
      const fetch = (url: string) => Promise.reject(errorWith(`${url} ${apiKey}`));
      const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1', fetch });

      const error = await rejectionOf(
        download('https://files.test/a?signature=s3cr3t', path, { client, maxRetries: 0 }),
      );
      const limits = { depth: Infinity, showHidden: true, maxArrayLength: Infinity, maxStringLength: Infinity };
      expect(error).toHaveProperty('message', 'https://files.test/a was not downloaded: reset');
      expect(inspect(error, limits)).not.toMatch(new RegExp(`s3cr3t|${apiKey}`));
    },
  );

  test('does not show the query of the URL, even if a custom fetch quotes it', async () => {
    const { path } = await createFolder();
    const fetch = async (url: string) => {
      throw new Error(`request to ${url} failed`, { cause: { url } });
    };
    const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/api/v1', fetch });

    const error = await rejectionOf(
      download(`https://files.test/clip.mp4?signature=secret&key=${apiKey}`, path, { client }),
    );
    expect(error).toHaveProperty(
      'message',
      'https://files.test/clip.mp4 was not downloaded: request to https://files.test/clip.mp4 failed',
    );
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toMatch(/secret/);
  });

  test('has the error of a custom fetch as its cause if this error does not quote the query', async () => {
    const { path } = await createFolder();
    const cause = new TypeError('fetch failed', { cause: new Error('reset') });
    const client = new Clipwright({ apiKey, baseUrl: 'https://video.test/', fetch: () => Promise.reject(cause) });

    const error = await rejectionOf(download('https://files.test/a?signature=secret', path, { client }));
    expect(error).toHaveProperty('message', 'https://files.test/a was not downloaded: fetch failed: reset');
    expect(error).toHaveProperty('cause', cause);
  });

  test('suggests passing a client of the mock only if the host of the mock was not found', async () => {
    const { path } = await createFolder();
    const mock = createMock();
    const source = String(mock.emit('export.ready').data.download_url);
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND api.clipwright.test'), { code: 'ENOTFOUND' });
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    const hint = '. This is the address of a mock in process: pass a `client` with `fetch: mock.fetch`';

    const error = await rejectionOf(download(source, path));
    expect(error).toHaveProperty('message', expect.stringMatching(/ENOTFOUND api\.clipwright\.test\. This is /));
    expect(error).toHaveProperty('message', expect.stringContaining(hint));
    const elsewhere = await rejectionOf(download('https://files.test/clip.mp4', path));
    expect(elsewhere).not.toHaveProperty('message', expect.stringContaining(hint));
    mock.faults.add({ match: { file: true }, drop: true });
    const client = new Clipwright({ apiKey, baseUrl: mock.baseUrl, fetch: mock.fetch });
    const dropped = await rejectionOf(download(source, path, { client }));
    expect(dropped).not.toHaveProperty('message', expect.stringContaining(hint));
  });

  test('leaves a `.part.json` that does not contain the query', async () => {
    const { url } = await serve(cut(4), respond(403));
    const { path, files } = await createFolder();

    await expect(download(url, path)).rejects.toThrow('403');
    expect(await files()).toEqual(['clip.mp4.part', 'clip.mp4.part.json']);
    expect(await readFile(`${path}.part.json`, 'utf8')).not.toContain('secret');
  });
});
