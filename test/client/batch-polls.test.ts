import type { BatchProgress, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type Sent, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const percentOf = ({ progress, clips }: BatchProgress) => [progress, ...clips.map((one) => one.progress)];

describe('the progress of a batch', () => {
  it('is the average of the clips’ progress, counts ended clips as 100, and never decreases', async () => {
    const { client } = stubClient([
      projectJobs({
        a: [
          [exportJob('a', 'running', { progress: 40 })],
          [exportJob('a', 'running', { progress: 10 })],
          [exportJob('a', 'done')],
        ],
        b: [[exportJob('b', 'queued')], [exportJob('b', 'failed', { progress: 30 })]],
      }),
    ]);
    const onProgress = vi.fn();
    await runTimers(client.clips.wait(batchOf(clip('a'), clip('b')), { onProgress }));
    expect(onProgress.mock.calls.map(([state]) => percentOf(state))).toEqual([
      [20, 40, 0],
      [70, 40, 30],
      [100, 100, 30],
    ]);
  });

  it.each([
    [0.25, 25],
    [1, 1],
    [99.5, 99.5],
    [250, 100],
    [-1, 0],
    [null, 0],
    ['half', 0],
  ])('counts a job’s progress of %j as %j', async (progress, percent) => {
    const job = { ...exportJob('a', 'running'), progress };
    const { client } = stubClient([json({ jobs: [job] })]);
    const { value } = await client.clips.watch(batchOf(clip('a'))).next();
    expect(value?.clips[0]?.progress).toBe(percent);
  });

  it('is 100 if the service reports the batch as done, even without clips', async () => {
    const { client } = stubClient([]);
    expect(percentOf(await client.clips.wait({ ...batchOf(), status: 'completed' }))).toEqual([100]);
  });
});

it('a wait on a batch works if only the ids of the batch and its clips are passed', async () => {
  const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'running')], [exportJob('a', 'done')]] })]);
  const stored = { batch_id: 'b1', clips: [{ clip_id: 'c1', project_id: 'project-a', export_id: 'export-a' }] };
  const onProgress = vi.fn();
  expect(await runTimers(client.clips.wait(stored, { onProgress }))).toHaveProperty('status', 'completed');
  expect(onProgress.mock.calls.map(([{ status }]) => status)).toEqual(['running', 'completed']);
});

describe('a batch wait whose reads fail', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const batch = batchOf(...names.map((name) => clip(name)));
  const failing = (status: number, broken: readonly string[], respond: (sent: Sent) => Response) => (sent: Sent) =>
    broken.some((name) => sent.url.includes(`project-${name}/`)) ? errorResponse(status, 'x') : respond(sent);
  const done = projectJobs(Object.fromEntries(names.map((name) => [name, [[exportJob(name, 'done')]]])));

  it('passes the jobs of readable lists to onProgress, and includes them in the error', async () => {
    const broken = names.slice(0, 4);
    const { client, sent } = stubClient([failing(500, broken, done)], { maxRetries: 0 });
    const onProgress = vi.fn();
    const error = await runTimers(rejectionOf(client.clips.wait(batch, { timeout: 3_000, onProgress })));
    const statuses = ['queued', 'queued', 'queued', 'queued', 'done', 'done'];
    expect(onProgress.mock.calls[0]?.[0].clips.map(({ status }: Job) => status)).toEqual(statuses);
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      batch: { rendered_count: 2, clips: statuses.map((status) => ({ status })) },
    });
    expect(sent.filter(({ url }) => url.includes('project-f/'))).toHaveLength(1);
  });

  it('polls a failed list again after its Retry-After', async () => {
    let isBroken = true;
    const { client, sent } = stubClient(
      [
        (request) => {
          if (!isBroken || !request.url.includes('project-a/')) return done(request);
          isBroken = false;
          return errorResponse(503, 'x', { 'retry-after': '20' });
        },
      ],
      { maxRetries: 0 },
    );
    const wait = client.clips.wait(batch);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sent).toHaveLength(6);
    await runTimers(wait);
    expect(sent).toHaveLength(7);
  });

  it.each([
    ['a', 404],
    ['b', 404],
    ['f', 404],
    ['a', 410],
    ['b', 403],
  ])('stops following the clips of project %s, and no others, if its list responds with %i', async (name, status) => {
    const { client } = stubClient([failing(status, [name], done)], { maxRetries: 0 });
    const error = await runTimers(rejectionOf(client.clips.wait(batch)));
    expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { rendered_count: 5, progress: 83 } });
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining(`no job shows what became of clip-${name} (jobs.list`),
    );
    expect(error).toHaveProperty('cause.status', status);
  });

  it('stops following the clips of a project deleted during the wait, and continues with the other clips', async () => {
    let polls = 0;
    const respond = (request: Sent) => {
      if (!request.url.includes('project-b/')) return done(request);
      polls += 1;
      return polls === 1 ? json({ jobs: [exportJob('b', 'running')] }) : errorResponse(404, 'x');
    };
    const error = await runTimers(rejectionOf(stubClient([respond]).client.clips.wait(batch)));
    expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { rendered_count: 5 } });
  });

  it.each(['a', 'f'])(
    'stops following the clips of project %s, and no others, if its list responds with 403 and another list with 503',
    async (name) => {
      const polls: Record<string, number> = {};
      const other = name === 'a' ? 'b' : 'a';
      const respond = (request: Sent) => {
        const project = request.url.match(/project-(\w)/)?.[1] ?? '';
        const poll = (polls[project] ?? 0) + 1;
        polls[project] = poll;
        if (project === name) return errorResponse(403, 'x');
        if (project !== other) return done(request);
        if (poll === 3) return json({ jobs: [exportJob(other, 'done')] });
        return poll === 1 ? json({ jobs: [exportJob(other, 'running')] }) : errorResponse(503, 'x');
      };
      const error = await runTimers(rejectionOf(stubClient([respond], { maxRetries: 0 }).client.clips.wait(batch)));
      expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { rendered_count: 5 } });
    },
  );

  it('continues after a 403 for one list while the other lists respond with 503', async () => {
    const polled = new Set<string>();
    const respond = (request: Sent) => {
      const isFirst = !polled.has(request.url);
      polled.add(request.url);
      if (request.url.includes('project-f/')) return errorResponse(403, 'x');
      return isFirst ? errorResponse(503, 'x') : done(request);
    };
    const few = batchOf(clip('f'), clip('a'), clip('b'));
    const error = await runTimers(rejectionOf(stubClient([respond], { maxRetries: 0 }).client.clips.wait(few)));
    expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { rendered_count: 2 } });
  });

  it('rejects with AuthenticationError if the API key is rejected', async () => {
    const { client } = stubClient([failing(401, ['b'], done)], { maxRetries: 0 });
    expect(await runTimers(rejectionOf(client.clips.wait(batch)))).toHaveProperty('name', 'AuthenticationError');
  });

  it('uses the listed state of a job after three failed reads of its status URL, and reports the other jobs meanwhile', async () => {
    const thin = (name: string) => ({
      ...exportJob(name, 'done', { status_url: `/jobs/${name}`, download_url: `https://video.test/${name}.mp4` }),
      result: undefined,
    });
    const reads: string[] = [];
    const respond = (request: Sent) => {
      if (!request.url.includes('/jobs/')) return json({ jobs: [thin('a'), thin('b')] });
      reads.push(request.url.slice(-1));
      return request.url.endsWith('a')
        ? errorResponse(503, 'x')
        : json({ ...exportJob('b', 'done'), result: { seconds: 3 } });
    };
    const one = batchOf(clip('a', { project_id: 'p' }), clip('b', { project_id: 'p' }));
    const onProgress = vi.fn();
    const { client } = stubClient([respond], { maxRetries: 0 });
    const last = await runTimers(client.clips.wait(one, { onProgress }));
    expect(last).toMatchObject({ status: 'completed', rendered_count: 2 });
    expect(onProgress.mock.calls[0]?.[0]).toMatchObject({ rendered_count: 1 });
    expect(reads.join('')).toBe('abaa');
  });

  it('rejects with the last state of the batch if the only project is deleted', async () => {
    const responses = [json({ jobs: [exportJob('a', 'running')] }), errorResponse(404, 'x')];
    const error = await runTimers(rejectionOf(stubClient(responses).client.clips.wait(batchOf(clip('a')))));
    expect(error).toMatchObject({
      name: 'UntrackableBatchError',
      batch: { clips: [{ status: 'running' }] },
      cause: { name: 'NotFoundError' },
    });
  });

  it('does not request more lists after it is aborted', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([() => new Promise<Response>(() => {})]);
    const error = rejectionOf(client.clips.wait(batch, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(4);
    controller.abort();
    expect(await error).toHaveProperty('name', 'AbortError');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(4);
  });

  it('rejects with a list’s error as the cause if all lists fail', async () => {
    const { client } = stubClient([failing(404, names, done)], { maxRetries: 0 });
    expect(await runTimers(rejectionOf(client.clips.wait(batch)))).toMatchObject({
      name: 'UntrackableBatchError',
      cause: { name: 'NotFoundError' },
    });
  });
});

describe('an abort with cancelOnAbort', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const running = (name: string) =>
    exportJob(name, 'running', { cancel_url: `https://video.test/api/v1/cancel/${name}` });
  const lists = projectJobs(Object.fromEntries(names.map((name) => [name, [[running(name)]]])));

  it('cancels every job that can be canceled, and reports how many jobs were canceled and how many were not', async () => {
    const controller = new AbortController();
    let isDown = false;
    const { client, sent } = stubClient(
      [
        (request) => {
          if (request.method === 'POST') return /[abcd]$/.test(request.url) ? errorResponse(409, 'running') : json({});
          return isDown ? errorResponse(500, 'down') : lists(request);
        },
      ],
      { maxRetries: 0 },
    );
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(...names.map((name) => clip(name))), options));
    await vi.advanceTimersByTimeAsync(100);
    isDown = true;
    controller.abort();
    expect(await error).toHaveProperty(
      'message',
      expect.stringContaining('; jobs canceled: 2, failed: 4 (jobs.cancel'),
    );
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(6);
  });

  it('cancels the known jobs without waiting for a slow list', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([
      (request) => {
        if (request.method === 'POST') return json({});
        return request.url.includes('project-a/') ? new Promise<Response>(() => {}) : lists(request);
      },
    ]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(...names.map((name) => clip(name))), options));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(5);
    expect(await runTimers(error)).toHaveProperty(
      'message',
      expect.stringContaining('; jobs canceled: 5, failed: 1 ('),
    );
  });
});

describe('a job that was canceled', () => {
  const advice =
    /^JobCanceledError: .*\. To start again, repeat the call, with another Idempotency-Key if it takes one$/;
  const canceled = exportJob('a', 'cancelled');
  const running = exportJob('a', 'running', { status_url: '/jobs/a' });

  it('causes an error that says how to start it again: with another Idempotency-Key', async () => {
    const wait = (batch: object) =>
      rejectionOf(stubClient([json({ jobs: [canceled] })]).client.clips.wait(batch as never));
    const { client } = stubClient([json(canceled)]);
    const errors = [
      await wait(batchOf(clip('a'))),
      await wait({ ...batchOf(clip('a')), status: 'cancelled' }),
      await rejectionOf(client.jobs.wait(running)),
    ];
    for (const error of errors) expect(String(error)).toMatch(advice);
  });
});
