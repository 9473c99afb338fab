import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { type Clip, Clipwright, type Job } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { download } from 'clipwright/node';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  apiKey,
  errorResponse,
  json,
  rejectionOf,
  type StubResponse,
  stubClient,
  wholeJob,
} from '../client/support/stub.ts';
import { createFolder, cut, file, respond, retryAtOnce, send, serve } from './support/file-server.ts';

beforeEach(retryAtOnce);

/** Returns a client whose calls get these responses. It downloads files from real servers. */
function openClient(...responses: StubResponse[]) {
  const { options, sent } = stubClient(responses, { maxRetries: 0 });
  const { fetch: stub = globalThis.fetch } = options;
  const fetch = (url: string, init: RequestInit) =>
    url.startsWith('http://127.0.0.1') ? globalThis.fetch(url, init) : stub(url, init);
  return { client: new Clipwright({ ...options, fetch }), sent };
}

const ids = { project_id: 'project-1', export_id: 'export-1' };

function clipAt(download_url: string): Clip {
  return { ...ids, clip_id: 'clip-1', status: 'ready', download_url };
}

function jobAt(download_url: string | null, fields: Partial<Job> = {}): Job {
  return wholeJob({ ...ids, job_id: 'job-1', status: 'completed', download_url, ...fields });
}

describe.each([400, 403, 404, 410])('a URL that responds with %i', (status) => {
  test('is replaced by the URL in the jobs of the clip’s project', async () => {
    const { url, requests } = await serve(respond(status), send());
    const { path } = await createFolder();
    const others = [jobAt('http://127.0.0.1/other', { export_id: 'export-2' }), jobAt(null)];
    const { client, sent } = openClient(json({ jobs: [jobAt(`${url}2`), ...others] }));

    expect(await download(clipAt(url), path, { client })).toEqual({ path, bytes: 10 });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://video.test/api/v1/projects/project-1/jobs'],
    ]);
    expect(requests.map(({ url }) => url)).toEqual(['/clip.mp4?signature=secret', '/clip.mp4?signature=secret2']);
  });

  test('is replaced by the URL in its job after the job was read again', async () => {
    const { url } = await serve(respond(status), send());
    const { path } = await createFolder();
    const status_url = 'https://video.test/api/v1/jobs/job-1';
    const { client, sent } = openClient(json(jobAt(`${url}2`)));

    await download(jobAt(url, { status_url }), path, { client });
    expect(await readFile(path, 'utf8')).toBe(file);
    expect(sent.map(({ url }) => url)).toEqual([status_url]);
  });
});

test('the download from a new URL continues after the bytes from the old URL', async () => {
  const { url, ranges } = await serve(cut(4), respond(403), send());
  const { path } = await createFolder();
  const { client } = openClient(json({ jobs: [jobAt(`${url}2`)] }));

  await download(clipAt(url), path, { client });
  expect(await readFile(path, 'utf8')).toBe(file);
  expect(ranges()).toEqual(['', 'bytes=4- "one"', 'bytes=4- "one"']);
});

test('if an export has several jobs, the newest job has the new URL', async () => {
  const { url, requests } = await serve(respond(403), send());
  const { path } = await createFolder();
  const jobs = [
    jobAt(`${url}-new`, { created_at: '2026-01-02T00:00:00Z' }),
    jobAt(`${url}-old`, { created_at: '2026-01-01T00:00:00Z' }),
  ];
  const { client } = openClient(json({ jobs }));

  await download(clipAt(url), path, { client });
  expect(requests[1]?.url).toBe('/clip.mp4?signature=secret-new');
});

describe('the error for an expired URL', () => {
  const cases: [string, (url: string) => [Parameters<typeof download>[0], StubResponse[]?], string, number][] = [
    ['if the source is a URL', (url) => [url, []], 'the URL is wrong or has expired, so read its clip or job again', 1],
    [
      'for a clip without an export',
      (url) => [{ ...clipAt(url), export_id: null }, []],
      'the URL is wrong or has expired, so read its clip or job again',
      1,
    ],
    ['without a client', (url) => [clipAt(url)], 'the URL may have expired, so pass the option client', 1],
    [
      'if the job has the same URL',
      (url) => [clipAt(url), [json({ jobs: [jobAt(url)] })]],
      'its job has no other URL, so the file must be made again',
      1,
    ],
    [
      'if the new URL has expired, too',
      (url) => [clipAt(url), [json({ jobs: [jobAt(`${url}2`)] })]],
      'the URL had expired, and the new one of its job does not work either',
      2,
    ],
    [
      'if the job has no URL any more',
      (url) => [clipAt(url), [json({ jobs: [jobAt(null)] })]],
      'its job has no other URL, so the file must be made again',
      1,
    ],
  ];
  test.each(cases)('says what to do %s', async (_, open, advice, requested) => {
    const { url, requests } = await serve(respond(403));
    const { path, files } = await createFolder();
    const [source, responses] = open(url);
    const { client } = responses ? openClient(...responses) : { client: undefined };

    const error = await rejectionOf(download(source, path, { client }));
    const shown = url.replace(/\?.*/, '');
    expect(error).toMatchObject({
      name: 'DownloadError',
      message: `${shown} was not downloaded: the server responded with status 403: ${advice}`,
      status: 403,
      url: shown,
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(new RegExp(`secret|${apiKey}`));
    expect([requests.length, await files()]).toEqual([requested, []]);
  });

  test.each([
    ['?signature=secret-1', ''],
    ['?v=1', '?v=1&signature=secret-1'],
  ])(
    'shows neither the query %s of the old URL nor the query %s of the new one, even if a custom fetch quotes them',
    async (firstQuery, newQuery) => {
      const { path } = await createFolder();
      const first = `https://files.test/clip.mp4${firstQuery}`;
      const client = new Clipwright({
        apiKey,
        baseUrl: 'https://video.test/api/v1',
        fetch: async (url) => {
          if (url === first) return new Response(null, { status: 403 });
          if (url.startsWith('https://video.test'))
            return json({ jobs: [jobAt(`https://files.test/new.mp4${newQuery}`)] });
          throw new Error(`redirected from ${first} to ${url}`);
        },
      });
      const error = await rejectionOf(download(clipAt(first), path, { client, maxRetries: 0 }));
      const shown = 'redirected from https://files.test/clip.mp4 to https://files.test/new.mp4';
      expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`${shown}$`)));
      expect(inspect(error)).not.toContain('secret-1');
    },
  );

  test('says that the job could not be read, and why', async () => {
    const { url } = await serve(respond(410));
    const { path } = await createFolder();
    const { client } = openClient(errorResponse(401, 'unauthorized'));

    const error = await rejectionOf(download(clipAt(url), path, { client }));
    const cause = await rejectionOf(client.jobs.list('project-1'));
    expect(cause).toHaveProperty('name', 'AuthenticationError');
    expect(error).toHaveProperty('cause', cause);
    const reason = String(Object(cause).message);
    expect(error).toHaveProperty('message', expect.stringContaining(`and its job could not be read: ${reason}`));
  });
});

test('an abort while the job is read again aborts the download and leaves no files behind', async () => {
  const { url } = await serve(cut(4), respond(403));
  const { path, files } = await createFolder();
  const controller = new AbortController();
  const { client } = openClient(() => {
    controller.abort();
    return json({ jobs: [] });
  });

  const { signal } = controller;
  expect(await rejectionOf(download(clipAt(url), path, { client, signal }))).toMatchObject({
    name: 'AbortError',
    message: `The download to ${path} was aborted by its signal`,
  });
  expect(await files()).toEqual([]);
});

test('an expired export of the mock has no newer URL', async () => {
  const mock = createMock({ clock: 'manual' });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  const source = { video_site_url: 'https://video.example.com/talk' };
  const batch = await client.clips.generate({ source, export: { auto_export: true } });
  mock.clock.advance(10);
  const [clip] = (await client.clips.wait(batch)).clips;
  mock.clock.advance(24 * 3600);
  const { path } = await createFolder();

  expect(await rejectionOf(download({ ...clip }, path, { client }))).toMatchObject({
    name: 'DownloadError',
    message: expect.stringContaining('status 410: its job has no other URL'),
    status: 410,
  });
});
