import type { Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type Sent, stubClient, wholeJob } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const noRetries = { maxRetries: 0 };
const url = 'https://video.test/api/v1/jobs/j1';
const isList = ({ url }: Sent) => url.endsWith('/jobs');
const stored = { job_id: 'j1', project_id: 'p1' };
const down = () => errorResponse(503, 'down');
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

/** Responds with the job whose id is in the URL. */
const jobAt = ({ url }: Sent, fields: Partial<Job>) =>
  json(wholeJob({ job_id: url.slice(url.lastIndexOf('/') + 1), status: 'running', ...fields }));

describe('a job', () => {
  it('with an unknown status is final only after its status URL shows whether it has a result', async () => {
    const listed = { job_id: 'j1', status: 'processed', completed_at: '2026-01-01T00:00:00Z', status_url: url };
    const recovers = Date.now() + 60_000;
    const { client } = stubClient(
      [
        (request) => {
          if (isList(request)) return json({ jobs: [listed] });
          return Date.now() < recovers ? down() : json(wholeJob({ ...listed, download_url: '/file' }));
        },
      ],
      noRetries,
    );
    expect(await runTimers(client.jobs.wait(stored))).toHaveProperty('download_url', '/file');
  });

  it('stays final even if a later list shows it as running', async () => {
    let lists = 0;
    const { client } = stubClient(
      [
        (request) => {
          if (!isList(request)) return down();
          lists += 1;
          return json({ jobs: [{ job_id: 'j1', status: lists === 1 ? 'completed' : 'running', status_url: url }] });
        },
      ],
      noRetries,
    );
    expect(await runTimers(client.jobs.wait(stored))).toHaveProperty('status', 'completed');
  });

  it('is not final after an error response whose body has a status but is not a job', async () => {
    const error = json({ status: 'error', message: 'Try again later' }, 503);
    const { client } = stubClient([error, json(wholeJob({ job_id: 'j1', status: 'completed' }))], noRetries);
    expect(await runTimers(client.jobs.wait(url))).toHaveProperty('status', 'completed');
  });
});

it('a wait continues if a job that has just started is not listed yet', async () => {
  const { client } = stubClient([
    json({ jobs: [] }),
    json({ jobs: [wholeJob({ job_id: 'j1', status: 'completed' })] }),
  ]);
  const job = await runTimers(client.jobs.wait({ ...stored, status: 'queued' }));
  expect(job).toHaveProperty('status', 'completed');
});

it('a wait ends after outageTimeout if a batch’s job is no longer listed and its status URL fails', async () => {
  const first = exportJob('a', 'running', { status_url: url });
  const lists = projectJobs({ a: [[first], []] });
  const { client } = stubClient([(request) => (isList(request) ? lists(request) : down())], noRetries);
  const error = await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a')), { outageTimeout: 60_000 })));
  expect(error).toMatchObject({ name: 'WaitTimeoutError', message: expect.stringContaining('outageTimeout of 60000') });
});

describe('a list of jobs', () => {
  it('has at most one request in flight for many waits that start one after another', async () => {
    let [inFlight, most] = [0, 0];
    const list = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await seconds(2);
      inFlight -= 1;
      const jobs = Array.from({ length: 20 }, (_, index) => wholeJob({ job_id: `j${index}`, status: 'completed' }));
      return json({ jobs });
    };
    const { client } = stubClient([list]);
    const start = async (_: unknown, index: number) => {
      await seconds(index / 10);
      return client.jobs.wait({ job_id: `j${index}`, project_id: 'p1' });
    };
    await runTimers(Promise.all(Array.from({ length: 20 }, start)));
    expect(most).toBe(1);
  });

  it('is requested once for batches whose waits start together', async () => {
    const { client, sent } = stubClient([json({ jobs: [wholeJob(exportJob('a', 'completed'))] })]);
    await runTimers(Promise.all(Array.from({ length: 20 }, () => client.clips.wait(batchOf(clip('a'))))));
    expect(sent).toHaveLength(1);
  });

  it('is searched for the exact id first, then for another letter case, and the first match is used', async () => {
    const jobs = [
      wholeJob({ job_id: 'JOB', status: 'completed', result: { n: 1 } }),
      wholeJob({ job_id: 'job', status: 'completed', result: { n: 2 } }),
      wholeJob({ job_id: 'job', status: 'completed', result: { n: 3 } }),
    ];
    const { client } = stubClient([json({ jobs })]);
    const job = { job_id: 'job', project_id: 'p1' };
    expect(await runTimers(client.jobs.wait(job))).toHaveProperty('result', { n: 2 });
    expect(await client.jobs.retrieve(job)).toHaveProperty('result', { n: 2 });
  });

  it('is replaced by a job’s status URL if the list cannot be read', async () => {
    const list = async (request: Sent) => {
      if (!isList(request)) return jobAt(request, { status: 'completed' });
      await seconds(1);
      return down();
    };
    const { client, sent } = stubClient([list], noRetries);
    const batches = Array.from({ length: 4 }, () => client.clips.wait(batchOf(clip('a')), { timeout: 60_000 }));
    const unread = Promise.allSettled(batches);
    await runTimers(client.jobs.wait({ job_id: 'j1', project_id: 'project-a', status: 'queued', status_url: url }));
    expect(sent.map(isList)).toEqual([true, false, ...Array(sent.length - 2).fill(true)]);
    await unread;
  });
});

it('a job’s Retry-After is measured from its own response even if waits share a list', async () => {
  const gaps: number[] = [];
  let [reads, readAt] = [0, 0];
  const respond = async (request: Sent) => {
    if (isList(request)) {
      if (reads > 0) gaps.push(performance.now() - readAt);
      return json({ jobs: [] });
    }
    await seconds(20);
    reads += 1;
    readAt = performance.now();
    const job = jobAt(request, { status: reads > 2 ? 'completed' : 'running' });
    job.headers.set('retry-after', '30');
    return job;
  };
  const { client } = stubClient([respond]);
  const wait = (id: string) =>
    client.jobs.wait({ job_id: id, project_id: 'p1', status: 'queued', status_url: url.replace('j1', id) });
  await runTimers(Promise.all([wait('j1'), wait('j2')]));
  expect(gaps.map((gap) => gap >= 30_000)).toEqual([true]);
});

it('an abort does not cancel a clip’s job that has completed, even if its result is not read yet', async () => {
  const lean = exportJob('a', 'completed', { status_url: url, cancel_url: `${url}/cancel` });
  const { client, sent } = stubClient([(request) => (isList(request) ? json({ jobs: [lean] }) : down())], noRetries);
  const controller = new AbortController();
  const wait = client.clips.wait(batchOf(clip('a')), { signal: controller.signal, cancelOnAbort: true });
  const error = rejectionOf(wait);
  await vi.advanceTimersByTimeAsync(300);
  controller.abort();
  expect(await error).toHaveProperty('message', expect.stringContaining('jobs canceled: 0'));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('a result is returned even if onProgress takes longer than the timeout', async () => {
  const { client } = stubClient([json(wholeJob({ job_id: 'j1', status: 'completed' }))]);
  const wait = client.jobs.wait(url, { timeout: 500, onProgress: () => seconds(10) });
  expect(await runTimers(wait)).toHaveProperty('status', 'completed');
});

describe('the state of a batch', () => {
  const running = projectJobs({ a: [[exportJob('a', 'running', { progress: 10 })]] });

  it('is running if the stored status is undefined', async () => {
    const { client } = stubClient([running]);
    const { value } = await client.clips.watch({ ...batchOf(clip('a')), status: undefined }).next();
    expect(value).toMatchObject({ status: 'running' });
  });

  it('has a progress below 100 while a clip is running, even if the service reports the batch as completed', async () => {
    const { client } = stubClient([running]);
    const { value } = await client.clips.watch({ ...batchOf(clip('a')), status: 'completed' }).next();
    expect(value).toMatchObject({ progress: 10 });
  });
});

it('an UntrackableBatchError does not mention the error of a list that later succeeded', async () => {
  let lists = 0;
  const listA = () => {
    lists += 1;
    return lists === 1 ? errorResponse(404, 'first') : json({ jobs: lists < 4 ? [exportJob('a', 'running')] : [] });
  };
  const listB = projectJobs({ b: [...Array(9).fill([exportJob('b', 'running')]), [exportJob('b', 'completed')]] });
  const { client } = stubClient([(request) => (request.url.includes('project-a') ? listA() : listB(request))]);
  const error = await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a'), clip('b')))));
  expect(error).toMatchObject({ name: 'UntrackableBatchError', message: expect.not.stringContaining('404') });
});
