import type { Clip, ClipBatch, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const noRetries = { maxRetries: 0 };

describe('a job that is no longer listed', () => {
  const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
  const done = {
    ...running,
    status: 'done',
    completed_at: '2026-01-01T00:00:00Z',
    download_url: 'https://video.test/a',
  };
  const other = { ...done, job_id: 'k', status_url: null, download_url: 'https://video.test/of-another' };
  const aClip = clip('a');

  /** Waits for clips. List requests get `lists` one after another, and status URL requests get `states`. */
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

  it.each<[string, Partial<Job>]>([
    ['failed', { status: 'failed', download_url: null }],
    ['made a file earlier', { created_at: '2020-01-01' }],
  ])('is read at its status URL before the wait uses another job of its export that %s', async (_, more) => {
    const own = { ...done, created_at: '2026-01-01' };
    expect(files(await waitFor([aClip], [[running], [{ ...other, ...more }]], [own]))).toEqual([own.download_url]);
  });

  it.each<[string, Partial<Job>, Partial<Job>]>([
    ['running', { status: 'cancelled' }, { status: 'running', completed_at: null, download_url: null }],
    ['done', { status: 'cancelled' }, {}],
    ['done (after a 404)', { status: 'gone' }, {}],
  ])('is replaced, if it is canceled or gone, by another job of its export that is %s', async (_, own, more) => {
    const state = own.status === 'gone' ? errorResponse(404, 'x') : { ...running, ...own };
    expect(files(await waitFor([aClip], [[running], [{ ...other, ...more }], [other]], [state]))).toEqual([
      other.download_url,
    ]);
  });

  it.each<[string, Job[], Job]>([
    ['a job that failed earlier', [{ ...running, job_id: 'k', status: 'failed', status_url: null }], done],
    ['a job that made a file earlier', [{ ...other, created_at: '2020-01-01' }], { ...done, created_at: '2026-01-01' }],
    ['a first-stage job that has no file', [{ ...other, download_url: null }], done],
  ])('is preferred to %s', async (_, before, state) => {
    const lists = [[...before, running], before, [...before, running], before];
    expect(files(await waitFor([aClip], lists, [running, state]))).toEqual([done.download_url]);
  });

  it('is not read again before its status URL’s Retry-After has passed', async () => {
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

  it('is preferred to other jobs of its export while its status URL fails', async () => {
    const failed = { ...other, status: 'failed', download_url: null };
    const down = errorResponse(503, 'x');
    const states = [down, down, running, down, down, done];
    expect(files(await waitFor([aClip], [[failed, running], [failed]], states))).toEqual([done.download_url]);
  });

  it('has no error if its status URL shows none, even if the list showed an error', async () => {
    const states = [{ ...done, status: 'exported', error: null }];
    const { batch } = await waitFor([aClip], [[{ ...running, error: 'worker lost, retrying' }], []], states);
    expect(batch).toMatchObject({
      clips: [{ status: 'exported', error_message: null, download_url: done.download_url }],
    });
  });

  it('ends the wait when it is canceled and no other job of its export is listed', async () => {
    const states = [{ ...running, status: 'cancelled' }];
    expect(files(await waitFor([aClip], [[running], [other]], states))).toEqual([other.download_url]);
    expect(files(await waitFor([aClip], [[running], []], states))).toBe('JobCanceledError');
  });

  it('keeps its last listed state if it had ended and three reads fail', async () => {
    const { download_url, status_url, completed_at } = done;
    const thin = { ...exportJob('a', 'done'), download_url, status_url, completed_at };
    const { batch, reads } = await waitFor([aClip], [[thin], []], [errorResponse(503, 'x')]);
    expect([files({ batch }), reads]).toEqual([[download_url], 3]);
  });

  it('ends the wait with AuthenticationError if the API key is rejected', async () => {
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
    'is canceled when a wait on only its ids is aborted, if its listed cancel_url is %j',
    async (cancel_url) => {
      const listed = { ...running, ...(cancel_url && { cancel_url }) };
      const lists = projectJobs({ a: [[listed], []] });
      const read = () => json({ ...running, cancel_url: '/cancel/a' });
      const { client, sent } = stubClient([(request) => (request.url.endsWith('/status/a') ? read() : lists(request))]);
      const controller = new AbortController();
      const stored = { job_id: 'job-a', project_id: 'project-a' };
      const options = { signal: controller.signal, cancelOnAbort: true, onProgress: () => controller.abort() };
      const error = await runTimers(rejectionOf(client.jobs.wait(stored, options)));
      expect(error).toHaveProperty('message', expect.stringContaining('jobs canceled: 1'));
      expect(sent.at(-1)).toMatchObject({ method: 'POST', url: expect.stringContaining('/cancel/a') });
    },
  );
});
