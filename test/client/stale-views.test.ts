import type { Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, runTimers } from './support/batches.ts';
import {
  errorResponse,
  json,
  rejectionOf,
  type Sent,
  type StubResponse,
  stubClient,
  wholeJob,
} from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());

const status_url = '/api/v1/jobs/j';
const completed_at = '2026-01-01T00:00:00Z';
const running = { job_id: 'j', status: 'running', status_url };
const other = { ...running, job_id: 'o', status_url: '/api/v1/jobs/o' };
/** The final state of the job, as its status URL eventually shows it. `archived` is not a known status. */
const done = wholeJob({ job_id: 'j', status: 'archived', completed_at, result: { seconds: 3 } });
const lean = { job_id: 'j', status: 'archived', completed_at };
const stored = { job_id: 'j', project_id: 'p' };
const down = errorResponse(503, 'down');
const list = (...jobs: object[]) => json({ jobs });

/** Serves the responses of each route (the last two path segments) in order, and repeats the last one. */
function serve(routes: Readonly<Record<string, readonly StubResponse[]>>, options = {}) {
  const polls = new Map<string, number>();
  const respond = (request: Sent) => {
    const route = new URL(request.url).pathname.split('/').slice(-2).join('/');
    const poll = polls.get(route) ?? 0;
    polls.set(route, poll + 1);
    const response = routes[route]?.[Math.min(poll, routes[route].length - 1)] ?? errorResponse(404, route);
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response(request) : response.clone();
  };
  return stubClient([respond], { maxRetries: 0, wait: { outageTimeout: 60_000 }, ...options });
}

describe('a wait returns the job’s result even if', () => {
  it.each<[string, Readonly<Record<string, readonly StubResponse[]>>, Partial<Job> & { job_id: string }]>([
    [
      'its status URL lags behind the list',
      { 'p/jobs': [list({ ...lean, status_url })], 'jobs/j': [json(running), json(done)] },
      stored,
    ],
    [
      'its status URL lags behind the list and has a completed_at of null',
      { 'p/jobs': [list({ ...lean, status_url })], 'jobs/j': [json({ ...running, completed_at: null }), json(done)] },
      stored,
    ],
    ['its status URL lags behind the stored job', { 'jobs/j': [json(running), json(done)] }, { ...lean, status_url }],
    [
      'its status URL fails once, and the list then omits that URL',
      { 'p/jobs': [list(running), list(lean)], 'jobs/j': [down, json(done)] },
      stored,
    ],
    [
      'the list omits fields of the stored job',
      { 'p/jobs': [list(lean)] },
      { ...lean, ...stored, result: { seconds: 3 } },
    ],
    [
      'an earlier list showed an error of the job',
      {
        'p/jobs': [list({ ...running, error: 'retrying' }), list()],
        'jobs/j': [json({ ...lean, result: done.result })],
      },
      stored,
    ],
    [
      'only the list has the result, and the list fails once',
      { 'jobs/j': [json(lean)], 'p/jobs': [down, list(done)] },
      { ...running, ...stored },
    ],
  ])('%s', async (_, routes, job) => {
    const { client } = serve(routes);
    expect(await runTimers(client.jobs.wait(job as Job))).toHaveProperty('result', { seconds: 3 });
  });

  it('only the list has the result, and another wait polled the list before the job ended', async () => {
    let respond = (_: Response) => {};
    const slow = () =>
      new Promise<Response>((resolve) => {
        respond = resolve;
      });
    const { client, sent } = serve({
      'jobs/j': [slow],
      'jobs/o': [json(other)],
      'p/jobs': [list(other, running), list(other, done)],
    });
    const wait = client.jobs.wait({ ...running, ...stored });
    await vi.advanceTimersByTimeAsync(10);
    const controller = new AbortController();
    const options = { signal: controller.signal, interval: 100_000, maxInterval: 100_000 };
    const company = rejectionOf(client.jobs.wait({ ...other, project_id: 'p' }, options));
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toHaveLength(2);
    respond(json(lean));
    await vi.advanceTimersByTimeAsync(10);
    expect(await wait).toHaveProperty('result', { seconds: 3 });
    controller.abort();
    await company;
  });
});

it('a clip succeeds even if its job’s status URL lags behind the list', async () => {
  const job = exportJob('a', 'completed', { completed_at, status_url });
  const { client } = serve({ 'project-a/jobs': [list(job)], 'jobs/j': [json({ ...running, job_id: 'job-a' })] });
  expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toHaveProperty('status', 'completed');
});

it('jobs listed without an id are not confused with each other', async () => {
  const job = (name: string, status: string, download_url: string | null) => {
    const { job_id, ...rest } = wholeJob(exportJob(name, status, { download_url }));
    return rest;
  };
  const { client } = serve({ 'project-a/jobs': [list(job('a', 'running', null), job('b', 'completed', '/b'))] });
  const batch = batchOf(clip('a'), clip('b', { project_id: 'project-a' }));
  const error = await runTimers(rejectionOf(client.clips.wait(batch, { timeout: 5_000 })));
  expect(error).toHaveProperty(
    'batch.clips',
    [clip('a'), clip('b', { project_id: 'project-a' })].map((one) => ({ ...one, progress: 0 })),
  );
});

it('an abort cancels a job at the cancel_url from an earlier list', async () => {
  const cancel_url = '/api/v1/cancel/a';
  const job = exportJob('a', 'running');
  const { client } = serve({ 'project-a/jobs': [list({ ...job, cancel_url }), list(job)], 'cancel/a': [json({})] });
  const controller = new AbortController();
  const wait = client.clips.wait(batchOf(clip('a')), { signal: controller.signal, cancelOnAbort: true });
  const error = rejectionOf(wait);
  await vi.advanceTimersByTimeAsync(1_500);
  controller.abort();
  expect(await error).toHaveProperty('message', expect.stringMatching(/: 1$/));
});

it('after a hook aborts a wait, a later wait polls the status URL, not the project’s list', async () => {
  const controller = new AbortController();
  const { client, sent } = serve(
    { 'jobs/j': [json({ ...running, project_id: 'p' }), json(done)], 'p/jobs': [list(done)] },
    { hooks: { onResponse: () => controller.abort() } },
  );
  const error = await runTimers(rejectionOf(client.jobs.wait(running, { signal: controller.signal })));
  expect(error).toHaveProperty('name', 'AbortError');
  await runTimers(client.jobs.wait({ ...running, project_id: 'p' }));
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([status_url, status_url]);
});
