import type { Clip, ClipBatch, Job } from 'clipwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const noRetries = { maxRetries: 0 };

describe('a job that is not listed any more', () => {
  const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
  const done = {
    ...running,
    status: 'done',
    completed_at: '2026-01-01T00:00:00Z',
    download_url: 'https://video.test/a',
  };
  const other = { ...done, job_id: 'k', status_url: null, download_url: 'https://video.test/of-another' };
  const aClip = clip('a');
  const withoutExport = clip('a', { export_id: null });

  /** Of a service that lists these jobs, and responds with these, one after the other, at the status URL. */
  const waitFor = async (clips: Clip[], lists: Job[][], states: (Job | Response)[]) => {
    const listed = projectJobs({ a: lists });
    let reads = 0;
    const read = () => {
      const state = states[Math.min(reads++, states.length - 1)];
      return state instanceof Response ? state.clone() : json(state);
    };
    const { client } = stubClient(
      [(request) => (request.url.endsWith('/status/a') ? read() : listed(request))],
      noRetries,
    );
    const batch = await runTimers(client.clips.wait(batchOf(...clips)).catch((error: Error) => error));
    return { batch, reads };
  };
  const files = ({ batch }: { batch: unknown }) =>
    batch instanceof Error ? batch.name : (batch as ClipBatch).clips.map(({ download_url }) => download_url);

  const others: [string, Clip, Partial<Job>][] = [
    ['a thumbnail of its export', aClip, { type: 'thumbnail' }],
    ['a preview of its export that failed', aClip, { type: 'preview', status: 'failed' }],
    ['the only other job', withoutExport, { type: 'publish', export_id: null }],
    ['another render', withoutExport, { type: 'render', export_id: null }],
    ['an export that no clip names', withoutExport, { export_id: 'export-k' }],
    ['such an export that failed', withoutExport, { export_id: 'export-k', status: 'failed' }],
  ];

  it.each(others)('is read before %s counts', async (_, ofBatch, more) => {
    const own = { type: 'render', export_id: ofBatch.export_id ?? null };
    const lists = [[{ ...running, ...own }], [{ ...other, ...more }]];
    expect(files(await waitFor([ofBatch], lists, [{ ...done, ...own }]))).toEqual([done.download_url]);
  });

  it.each(others)('and is gone is lost, though %s is listed', async (_, ofBatch, more) => {
    const own = { type: 'render', export_id: ofBatch.export_id ?? null };
    const lists = [[{ ...running, ...own }], [{ ...other, ...more }]];
    const { batch } = await waitFor([ofBatch], lists, [errorResponse(404, 'x')]);
    expect(batch).toMatchObject({ name: 'UntrackableBatchError', cause: { name: 'NotFoundError' } });
  });

  it('and runs on for ever counts less than another job of its export that runs', async () => {
    const later = { ...other, status: 'running', completed_at: null, download_url: null };
    expect(files(await waitFor([aClip], [[running], [later], [other]], [running]))).toEqual([other.download_url]);
  });

  it.each<[string, Partial<Job>, Partial<Job>]>([
    ['running', { status: 'cancelled' }, { status: 'running', completed_at: null, download_url: null }],
    ['done', { status: 'cancelled' }, {}],
    ['done, even if it is gone', { status: 'gone' }, {}],
  ])('and was cancelled counts less than another job of its export that is %s', async (_, own, more) => {
    const state = own.status === 'gone' ? errorResponse(404, 'x') : { ...running, ...own };
    expect(files(await waitFor([aClip], [[running], [{ ...other, ...more }], [other]], [state]))).toEqual([
      other.download_url,
    ]);
  });

  it.each<[string, Job[], Job]>([
    ['one that failed before', [{ ...running, job_id: 'k', status: 'failed', status_url: null }], done],
    ['one that made a file before', [{ ...other, created_at: '2020-01-01' }], { ...done, created_at: '2026-01-01' }],
    ['a first stage without a file', [{ ...other, download_url: null }], done],
  ])('counts more than %s', async (_, before, state) => {
    const lists = [[...before, running], before, [...before, running], before];
    expect(files(await waitFor([aClip], lists, [running, state]))).toEqual([done.download_url]);
  });

  it('is replaced by another job of its export once its status URL has failed three times, and followed if there is none', async () => {
    const failing = Array.from({ length: 10 }, () => errorResponse(500, 'x'));
    const replaced = await waitFor([aClip], [[running], [other]], failing);
    expect([files(replaced), replaced.reads]).toEqual([[other.download_url], 3]);
    for (const ofBatch of [aClip, withoutExport]) {
      const own = { type: 'render', export_id: ofBatch.export_id ?? null };
      const alone = await waitFor([ofBatch], [[{ ...running, ...own }], []], [...failing, { ...done, ...own }]);
      expect([files(alone), alone.reads]).toEqual([[done.download_url], 11]);
    }
  });

  it('and runs on for ever counts less than a newer one of its export that is done, and more than an older one', async () => {
    const [old, recent] = [{ created_at: '2026-01-01' }, { created_at: '2026-02-01' }];
    const newer = await waitFor(
      [aClip],
      [[{ ...running, ...old }], [{ ...other, ...recent }]],
      [{ ...running, ...old }],
    );
    expect(files(newer)).toEqual([other.download_url]);
    const states = [
      { ...running, ...recent },
      { ...done, ...recent },
    ];
    const older = await waitFor([aClip], [[{ ...running, ...recent }], [{ ...other, ...old }]], states);
    expect(files(older)).toEqual([done.download_url]);
  });

  it('is read again no earlier than its status URL says', async () => {
    const lists = projectJobs({ a: [[running], []] });
    const { client, sent } = stubClient(
      [
        (request) =>
          request.url.endsWith('/status/a') ? errorResponse(503, 'x', { 'retry-after': '20' }) : lists(request),
      ],
      noRetries,
    );
    const wait = rejectionOf(client.clips.wait(batchOf(aClip), { timeout: 19_000 }));
    await vi.advanceTimersByTimeAsync(19_000);
    await wait;
    expect(sent.filter(({ url }) => url.endsWith('/status/a'))).toHaveLength(1);
  });

  it('leaves other jobs of its export aside while its status URL fails', async () => {
    const failed = { ...other, status: 'failed', download_url: null };
    const down = errorResponse(503, 'x');
    const states = [down, down, running, down, down, done];
    expect(files(await waitFor([aClip], [[failed, running], [failed]], states))).toEqual([done.download_url]);
  });

  it('is not that of several clips without an export once another one is listed', async () => {
    const own = { type: 'render', export_id: null };
    const clips = [withoutExport, { ...withoutExport, clip_id: 'clip-b' }];
    const alone = await waitFor(clips, [[{ ...running, ...own }], []], [{ ...done, ...own }]);
    expect(files(alone)).toEqual([done.download_url, done.download_url]);
    for (const later of [
      [{ ...other, ...own }],
      [
        { ...running, ...own },
        { ...other, ...own },
      ],
    ]) {
      const lists = [[{ ...running, ...own }], later];
      expect(files(await waitFor(clips, lists, [{ ...done, ...own }]))).toBe('UntrackableBatchError');
    }
  });

  it('beside it, one that several clips without an export share is theirs', async () => {
    const clips = [aClip, { ...withoutExport, clip_id: 'clip-b' }, { ...withoutExport, clip_id: 'clip-c' }];
    const lists = [[running], [running, { ...other, type: 'render', export_id: null }]];
    const result = await waitFor(clips, [...lists, [done, ...(lists[1] ?? []).slice(1)]], [done]);
    expect(files(result)).toEqual([done.download_url, other.download_url, other.download_url]);
  });

  it('that makes the export of one clip is not that of a clip without, though it is listed without its export', async () => {
    const render = { ...other, type: 'render', export_id: null };
    const lists = [
      [running, { ...render, status: 'running', completed_at: null, download_url: null }],
      [{ ...done, export_id: null }, render],
    ];
    const result = await waitFor([aClip, { ...withoutExport, clip_id: 'clip-b' }], lists, [done]);
    expect(files(result)).toEqual([done.download_url, other.download_url]);
  });

  it('shows no error that its status URL has set to null', async () => {
    const states = [{ ...done, status: 'exported', error: null }];
    const { batch } = await waitFor([aClip], [[{ ...running, error: 'worker lost, retrying' }], []], states);
    expect(batch).toMatchObject({
      clips: [{ status: 'exported', error_message: null, download_url: done.download_url }],
    });
  });

  it.each([
    ['listed in the next poll', [[running], [], [other]], [other.download_url]],
    ['not listed in three', [[running], []], 'JobCanceledError'],
  ])('and was cancelled ends the wait only if its successor is %s', async (_, lists, result) => {
    expect(files(await waitFor([aClip], lists, [{ ...running, status: 'cancelled' }]))).toEqual(result);
  });

  it('and had ended is used as it was listed once it could not be read whole three times', async () => {
    const { download_url, status_url, completed_at } = done;
    const thin = { ...exportJob('a', 'done'), download_url, status_url, completed_at };
    const { batch, reads } = await waitFor([aClip], [[thin], []], [errorResponse(503, 'x')]);
    expect([files({ batch }), reads]).toEqual([[download_url], 3]);
  });

  it('ends the wait with a refused key’s own error', async () => {
    const { batch } = await waitFor([aClip], [[running], []], [errorResponse(401, 'x')]);
    expect(batch).toHaveProperty('name', 'AuthenticationError');
    const lists = projectJobs({ a: [[running], []] });
    const { client } = stubClient([
      (request) => (request.url.endsWith('/status/a') ? errorResponse(401, 'x') : lists(request)),
    ]);
    const stored = { job_id: 'job-a', project_id: 'project-a' };
    expect(await runTimers(rejectionOf(client.jobs.wait(stored)))).toHaveProperty('name', 'AuthenticationError');
  });

  it.each(['/cancel/a', undefined])(
    'is cancelled on abort by its stored identifiers, too, with %j',
    async (cancel_url) => {
      const listed = { ...running, ...(cancel_url && { cancel_url }) };
      const lists = projectJobs({ a: [[listed], []] });
      const read = () => json({ ...running, cancel_url: '/cancel/a' });
      const { client, sent } = stubClient([(request) => (request.url.endsWith('/status/a') ? read() : lists(request))]);
      const controller = new AbortController();
      const stored = { job_id: 'job-a', project_id: 'project-a' };
      const options = { signal: controller.signal, cancelOnAbort: true, onProgress: () => controller.abort() };
      const error = await runTimers(rejectionOf(client.jobs.wait(stored, options)));
      expect(error).toHaveProperty('message', expect.stringContaining('jobs cancelled: 1'));
      expect(sent.at(-1)).toMatchObject({ method: 'POST', url: expect.stringContaining('/cancel/a') });
    },
  );
});

it('the file that a clip’s job has made is the clip’s, whatever is exported later', async () => {
  const running = { ...exportJob('a', 'running'), export_id: null, type: 'render' };
  const done = { ...running, status: 'done', download_url: 'https://video.test/a' };
  for (const other of [{ type: 'render', export_id: null }, { export_id: 'export-k' }]) {
    const later = { ...done, ...other, job_id: 'k', download_url: 'https://video.test/k', created_at: '2030-01-01' };
    const { client } = stubClient([projectJobs({ a: [[running], [done, later]] })]);
    const batch = await runTimers(client.clips.wait(batchOf(clip('a', { export_id: null }))));
    expect(batch.clips[0]).toHaveProperty('download_url', 'https://video.test/a');
  }
});
