import type { Clip, ClipBatch, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { apiKey, errorResponse, json, rejectionOf, type Sent, stubClient, wholeJob } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
describe('waiting for a batch', () => {
  it('polls the jobs of each clip’s project until the clip’s export is final', async () => {
    const other = exportJob('other', 'failed');
    const respond = projectJobs({
      a: [[other, exportJob('a', 'completed', { download_url: 'https://video.test/a.mp4' })]],
      b: [[exportJob('b', 'running')], [exportJob('b', 'failed', { error: 'Too dark' })]],
    });
    const { client, sent } = stubClient([respond]);
    const seen: (number | null | undefined)[] = [];
    const batch = batchOf(clip('a', { title: 'First' }), clip('b'));
    const last = await runTimers(
      client.clips.wait(batch, { onProgress: ({ rendered_count }) => seen.push(rendered_count) }),
    );
    expect(last).toMatchObject({
      batch_id: 'b1',
      rendered_count: 1,
      failed_count: 1,
      total_clip_count: 2,
      clips: [
        { title: 'First', status: 'completed', download_url: 'https://video.test/a.mp4', error_message: null },
        { status: 'failed', error_message: 'Too dark' },
      ],
    });
    expect(sent.map(({ url }) => url.match(/project-\w/)?.[0])).toEqual(['project-a', 'project-b', 'project-b']);
    expect(seen).toEqual([1, 1]);
    expect(batch.clips[0]?.status).toBe('queued');
  });

  it('polls a project shared by several clips once per round', async () => {
    const shared = { project_id: 'project-s' };
    const { client, sent } = stubClient([projectJobs({ s: [[exportJob('a', 'done'), exportJob('b', 'done')]] })]);
    await runTimers(client.clips.wait(batchOf(clip('a', shared), clip('b', shared))));
    expect(sent).toHaveLength(1);
  });

  it('polls at most 4 projects at a time', async () => {
    let pending = 0;
    let mostPending = 0;
    const respond = async () => {
      pending += 1;
      mostPending = Math.max(mostPending, pending);
      await new Promise((resolve) => setTimeout(resolve, 10));
      pending -= 1;
      return json({ jobs: [{ job_id: 'j', status: 'done', export_id: 'e' }] });
    };
    const clips = Array.from({ length: 20 }, (_, index) => clip(String(index), { export_id: 'e' }));
    const { client, sent } = stubClient([respond]);
    await runTimers(client.clips.wait(batchOf(...clips)));
    expect([sent.length, mostPending]).toEqual([20, 4]);
  });

  it('waits for an export that is not listed yet', async () => {
    const { client, sent } = stubClient([projectJobs({ a: [[], [exportJob('a', 'done')]] })]);
    await runTimers(client.clips.wait(batchOf(clip('a'))));
    expect(sent).toHaveLength(2);
  });

  it('prefers the running job of an export with several jobs', async () => {
    const { client } = stubClient([
      projectJobs({
        a: [[exportJob('a', 'failed', { job_id: 'j' }), exportJob('a', 'running')], [exportJob('a', 'done')]],
      }),
    ]);
    expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toHaveProperty('rendered_count', 1);
  });

  it('waits for the Retry-After of one project’s list before the next round', async () => {
    const startTime = Date.now();
    const respond = projectJobs({
      a: [[exportJob('a', 'running')], [exportJob('a', 'done')]],
      b: [[exportJob('b', 'done')]],
    });
    const withRetryAfter = async (request: Sent) => {
      const response = respond(request);
      if (request.url.includes('project-a')) response.headers.set('retry-after', '30');
      return response;
    };
    await runTimers(stubClient([withRetryAfter]).client.clips.wait(batchOf(clip('a'), clip('b'))));
    expect(Date.now() - startTime).toBe(30_000);
  });

  it('rejects when the signal is aborted during a poll, and clears its timers', async () => {
    const controller = new AbortController();
    const { client } = stubClient([() => new Promise<Response>(() => {})]);
    const error = rejectionOf(client.clips.wait(batchOf(clip('a')), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({ name: 'AbortError', cause: 'enough' });
    // The poll's request ends shortly after the wait.
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for the export of a clip whose status is ready', async () => {
    const { client } = stubClient([
      projectJobs({ a: [[exportJob('a', 'done', { download_url: 'https://video.test/a.mp4' })]] }),
    ]);
    const last = await runTimers(client.clips.wait(batchOf(clip('a', { status: 'ready' }))));
    expect(last.clips[0]?.download_url).toBe('https://video.test/a.mp4');
  });

  it('does not poll a finished project again when another project’s poll fails', async () => {
    const respond = projectJobs({ a: [[exportJob('a', 'done')]], b: [[exportJob('b', 'done')]] });
    const flaky = (sent: Sent) => {
      const failing = sent.url.includes('project-b') && tries++ === 0;
      return failing ? errorResponse(500, 'x') : respond(sent);
    };
    let tries = 0;
    const { client, sent } = stubClient([flaky], { maxRetries: 0 });
    expect(await runTimers(client.clips.wait(batchOf(clip('a'), clip('b'))))).toHaveProperty('rendered_count', 2);
    expect(sent.filter(({ url }) => url.includes('project-a'))).toHaveLength(1);
  });

  it.each([
    ['whose clips have files', batchOf(clip('a', { download_url: 'https://x.test/a.mp4', status: 'whatever' }))],
    [
      'whose clips have failed or are done',
      batchOf(clip('a', { status: 'failed' }), clip('b', { status: 'done', export_id: null })),
    ],
    ['that is done and has no clips', { ...batchOf(), status: 'done' }],
  ])('does not send requests for a batch %s', async (_, batch) => {
    const { client, sent } = stubClient([]);
    expect(await client.clips.wait(batch)).toMatchObject({ ...batch, status: expect.stringMatching(/completed|done/) });
    expect(sent).toEqual([]);
  });

  it('derives the status and the counts of a batch whose clips were final from the start', async () => {
    const clips = [clip('a', { download_url: 'https://x.test/a.mp4' }), clip('b', { status: 'failed' })];
    expect(await stubClient([]).client.clips.wait(batchOf(...clips))).toMatchObject({
      status: 'completed',
      rendered_count: 1,
      failed_count: 1,
    });
  });

  it.each([
    ['the batch failed', { ...batchOf(clip('a')), status: 'failed', last_error_message: 'No speech' }, 'No speech'],
    [
      'the batch failed without clips',
      { ...batchOf(), status: 'ERRORED', last_error_message: 'Nothing fits' },
      'Nothing fits',
    ],
    ['every clip failed', batchOf(clip('a', { status: 'failed', error_message: 'Too dark' })), 'Too dark'],
  ])('rejects with JobFailedError when %s', async (_, batch, reason) => {
    const error = await rejectionOf(stubClient([]).client.clips.wait(batch));
    expect(error).toMatchObject({ name: 'JobFailedError', batch: { batch_id: 'b1' }, job: null });
    expect(error).toHaveProperty('message', expect.stringContaining(reason));
  });

  it('rejects with JobCanceledError when no clip completed and one was canceled', async () => {
    const { client } = stubClient([
      projectJobs({ a: [[exportJob('a', 'cancelled')]], b: [[exportJob('b', 'failed')]] }),
    ]);
    const error = await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a'), clip('b')))));
    expect(error).toMatchObject({ name: 'JobCanceledError', batch: { failed_count: 1 } });
  });

  it('rejects with the last state when it times out', async () => {
    const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'running')]] })]);
    const error = await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a')), { timeout: 3_000 })));
    expect(error).toMatchObject({ name: 'WaitTimeoutError', batch: { clips: [{ status: 'running' }] }, job: null });
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(
        /^clips\.wait exceeded its timeout of 3000 ms; last seen: \w+, \d+ %\. .* wait again with the same batch$/,
      ),
    );
  });

  it('cancels the running jobs on abort with cancelOnAbort', async () => {
    const cancel_url = 'https://video.test/api/v1/cancel';
    const respond = projectJobs({
      a: [[exportJob('a', 'running', { cancel_url: `${cancel_url}/a` })]],
      b: [[exportJob('b', 'done', { cancel_url: `${cancel_url}/b` })]],
    });
    const controller = new AbortController();
    const { client, sent } = stubClient([
      (request) => (request.method === 'POST' ? json(exportJob('a', 'cancelled')) : respond(request)),
    ]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(clip('a'), clip('b')), options));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({ name: 'AbortError', cause: 'enough' });
    expect(sent.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([`${cancel_url}/a`]);
  });

  it('cancels the jobs of all projects on abort even if they have the same job_id', async () => {
    const first = (name: string) => [[exportJob(name, 'running', { job_id: '1', cancel_url: `/cancel/${name}` })]];
    const respond = projectJobs({ a: first('a'), b: first('b'), c: first('c') });
    const controller = new AbortController();
    const { client, sent } = stubClient([(request) => (request.method === 'POST' ? json({}) : respond(request))]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(clip('a'), clip('b'), clip('c')), options));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await error).toHaveProperty('message', 'clips.wait was aborted by its signal; jobs canceled: 3');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('cancels a job only once on abort if several clips share it', async () => {
    const respond = projectJobs({ a: [[exportJob('a', 'running', { cancel_url: '/cancel/a' })]] });
    const controller = new AbortController();
    const { client, sent } = stubClient([(request) => (request.method === 'POST' ? json({}) : respond(request))]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(clip('a'), clip('a'), clip('a')), options));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await error).toHaveProperty('message', 'clips.wait was aborted by its signal; jobs canceled: 1');
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('cancels jobs on abort even if it has not polled them yet', async () => {
    const cancel_url = 'https://video.test/api/v1/cancel/a';
    const never = () => new Promise<Response>(() => {});
    const jobs = json({ jobs: [exportJob('a', 'running', { cancel_url })] });
    const controller = new AbortController();
    const { client, sent } = stubClient([never, jobs, json(exportJob('a', 'cancelled'))]);
    const error = rejectionOf(
      client.clips.wait(batchOf(clip('a')), { signal: controller.signal, cancelOnAbort: true }),
    );
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await error).toHaveProperty('message', 'clips.wait was aborted by its signal; jobs canceled: 1');
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url: cancel_url });
  });

  it('does not count a clip as canceled on abort if the clip’s job is not listed yet', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([projectJobs({ a: [[]] })]);
    const options = { signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.clips.wait(batchOf(clip('a')), options));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await error).toHaveProperty('message', 'clips.wait was aborted by its signal; jobs canceled: 0');
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('following a batch', () => {
  const running = [exportJob('a', 'running')];

  it.each<[string, ClipBatch, string]>([
    [
      'lists no clips yet',
      { ...batchOf(), status: 'ANALYZING', estimated_clip_count: 4 },
      'Batch b1 cannot be followed to its end: it lists 0 clips, and more will follow (its status is ANALYZING), ' +
        'and no endpoint returns a batch again. Use webhooks, such as export.ready and job.complete',
    ],
    ['says that more clips will come', { ...batchOf(clip('a')), total_clip_count: 2 }, 'it lists 1 clip, and more'],
    [
      'estimates more clips',
      { ...batchOf(clip('a')), total_clip_count: null, estimated_clip_count: 2 },
      'lists 1 clip',
    ],
    ['has null for clips', { ...batchOf(), clips: null } as never, 'it lists 0 clips'],
    [
      'has a clip without a project',
      batchOf(clip('a', { project_id: null as never }), clip('b', { project_id: null as never })),
      'no job shows what became of clip-a, clip-b',
    ],
  ])('rejects immediately with an UntrackableBatchError if the batch %s', async (_, batch, message) => {
    const { client, sent } = stubClient([json({ jobs: running })]);
    const error = await rejectionOf(client.clips.wait(batch));
    expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { batch_id: 'b1' }, job: null });
    expect(error).toHaveProperty('message', expect.stringContaining(message));
    expect(sent).toEqual([]);
  });

  it('yields the last known state from a watch before the watch rejects', async () => {
    const { client } = stubClient([projectJobs({ a: [running, [exportJob('a', 'done')]], b: [[]] })]);
    const batch = batchOf(clip('a'), clip('b', { export_id: null }));
    const seen: string[][] = [];
    const watch = async () => {
      for await (const { clips } of client.clips.watch(batch)) seen.push(clips.map(({ status }) => status));
    };
    const error = await runTimers(rejectionOf(watch()));
    expect(error).toMatchObject({ name: 'UntrackableBatchError', batch: { rendered_count: 1 } });
    expect(error).toHaveProperty('message', expect.stringContaining('no job shows what became of clip-b (for'));
    expect(seen).toEqual([
      ['running', 'queued'],
      ['done', 'queued'],
    ]);
  });

  it.each([null, undefined])('works with a batch_id of %s', async (batch_id) => {
    const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'done')]], b: [[exportJob('b', 'failed')]] })]);
    const wait = (name: string) => client.clips.wait({ ...batchOf(clip(name)), batch_id } as never);
    expect(await runTimers(wait('a'))).toHaveProperty('rendered_count', 1);
    expect(await runTimers(rejectionOf(wait('b')))).toHaveProperty('message', '1 of 1 clips of batch failed: failed');
    const error = await rejectionOf(client.clips.wait({ status: 'queued', batch_id } as never));
    expect(error).toHaveProperty('message', expect.stringContaining('batch is not a batch of clips: await the call'));
  });

  it('rejects with an error that says why and has the batch, even if the batch has very long fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`note_${index}`, 'a'.repeat(65_000)]));
    const failed = { ...fields, ...batchOf(clip('a', { status: 'failed', error_message: 'Too dark' })) };
    const { client } = stubClient([]);
    expect(await rejectionOf(client.clips.wait(failed))).toMatchObject({
      name: 'JobFailedError',
      message: '1 of 1 clips of batch b1 failed: Too dark',
      batch: { batch_id: 'b1' },
    });
    const unlisted = { ...fields, ...batchOf(), status: 'ANALYZING' };
    expect(await rejectionOf(client.clips.wait(unlisted))).toMatchObject({
      name: 'UntrackableBatchError',
      message: expect.stringContaining('it lists 0 clips'),
      batch: { clips: [] },
    });
  });

  it('resolves if the batch’s own status is final', async () => {
    const batch = { ...batchOf(), status: 'completed', estimated_clip_count: 4 };
    expect(await stubClient([]).client.clips.wait(batch)).toEqual({ ...batch, progress: 100 });
  });
});

describe('a clip’s job', () => {
  const file = { download_url: 'https://video.test/a.mp4' };

  it('can have the export’s id as its job_id', async () => {
    const { client } = stubClient([projectJobs({ a: [[{ job_id: 'export-a', status: 'complete' }]] })]);
    expect(await client.clips.wait(batchOf(clip('a')))).toMatchObject({ clips: [{ status: 'complete' }] });
  });

  it('is never a job that has another export or no export', async () => {
    const others = [exportJob('b', 'done', file), { job_id: 'j', kind: 'clip_render', status: 'done', ...file }];
    const { client } = stubClient([projectJobs({ a: [others, [...others, exportJob('a', 'ready')]] })]);
    expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toMatchObject({ clips: [{ status: 'ready' }] });
  });

  it('is the newest job with a file, once all jobs of the clip’s export have ended', async () => {
    const own = exportJob('a', 'running');
    const poster = exportJob('a', 'ready', { job_id: 'p', download_url: 'https://video.test/a.png' });
    const done = exportJob('a', 'done', { ...file, created_at: '2026-01-02T00:00:00Z' });
    const { client, sent } = stubClient([projectJobs({ a: [[poster], [own, poster].slice(1), [poster, done]] })]);
    expect(await client.clips.wait(batchOf(clip('a')))).toMatchObject({ clips: [{ status: 'ready' }] });
    expect(sent).toHaveLength(1);
    const together = stubClient([
      projectJobs({
        a: [
          [poster, own],
          [poster, done],
        ],
      }),
    ]).client;
    expect(await runTimers(together.clips.wait(batchOf(clip('a'))))).toMatchObject({ clips: [file] });
  });

  it('is read once at its status URL if the list omits its file', async () => {
    const status_url = 'https://video.test/api/v1/jobs/job-a';
    const download_url = 'https://video.test/a.mp4';
    const list = projectJobs({
      a: [[exportJob('a', 'running', { status_url })], [exportJob('a', 'done', { status_url })]],
    });
    const { client, sent } = stubClient([
      (request) => (request.url === status_url ? json(exportJob('a', 'done', { download_url })) : list(request)),
    ]);
    expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toMatchObject({ clips: [{ download_url }] });
    expect(sent.filter(({ url }) => url === status_url)).toHaveLength(1);
  });
});

describe('a clip without an export', () => {
  const one = clip('a', { export_id: null });
  const jobOf = (_: Clip, jobs: readonly Job[]) => jobs.find(({ kind }) => kind === 'clip');
  const ofClip = (status: string) => ({ job_id: 'j', kind: 'clip', status });

  it('is followed through the job that jobOf chooses from the project’s jobs', async () => {
    const thumbnail = { job_id: 't', kind: 'thumbnail', status: 'done' };
    const { client, sent } = stubClient([
      projectJobs({ a: [[thumbnail, ofClip('running')], [thumbnail], [thumbnail, ofClip('done')]] }),
    ]);
    const spy = vi.fn(jobOf);
    expect(await runTimers(client.clips.wait(batchOf(one), { jobOf: spy }))).toMatchObject({
      status: 'completed',
      rendered_count: 1,
      clips: [{ status: 'done' }],
    });
    expect(spy.mock.calls[0]).toEqual([one, [thumbnail, ofClip('running')]]);
    expect(sent).toHaveLength(3);
  });

  it('is the only kind of clip that jobOf is called for', async () => {
    const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'done')]] })]);
    const spy = vi.fn(jobOf);
    await client.clips.wait(batchOf(clip('a')), { jobOf: spy });
    expect(spy).not.toHaveBeenCalled();
  });

  it('cannot be followed if jobOf is missing or returns no job, and the error names the option', async () => {
    const { client, sent } = stubClient([projectJobs({ a: [[ofClip('running')]] })]);
    const untold = await rejectionOf(client.clips.wait(batchOf(one)));
    expect(sent).toEqual([]);
    const told = await rejectionOf(client.clips.wait(batchOf(one), { jobOf: () => undefined }));
    expect(sent).toHaveLength(1);
    for (const error of [untold, told])
      expect(error).toMatchObject({
        name: 'UntrackableBatchError',
        message: expect.stringContaining('clip-a (for a clip without an export_id, the option jobOf says which job'),
      });
  });

  it('ends the wait if jobOf throws or returns a value that is not one of the jobs', async () => {
    const wait = (returned: () => Job) =>
      rejectionOf(
        stubClient([projectJobs({ a: [[]] })]).client.clips.wait(batchOf(one, clip('a')), { jobOf: returned }),
      );
    const bug = new TypeError('bug in my rule');
    expect(
      await wait(() => {
        throw bug;
      }),
    ).toBe(bug);
    for (const odd of [ofClip('done'), null as never, 'j' as never])
      expect(await wait(() => odd)).toMatchObject({
        name: 'RequestValidationError',
        message: 'clips.wait stopped: options.jobOf returned a value that must be one of the jobs, or undefined',
      });
  });

  it.each(['awaiting_review', 'in_review', 'NEEDS_REVIEW', 'review'])(
    'with the status %s is not waited for and is returned unchanged',
    async (status) => {
      const resting = clip('r', { export_id: null, status });
      const { client, sent } = stubClient([projectJobs({ a: [[exportJob('a', 'done')]] })]);
      const alone = batchOf(resting);
      expect(await client.clips.wait(alone)).toMatchObject(alone);
      expect(sent).toEqual([]);
      expect(await client.clips.wait(batchOf(resting, clip('a')))).toMatchObject({
        status: 'queued',
        rendered_count: 1,
        clips: [resting, { status: 'done' }],
      });
    },
  );

  it('is not failed while it waits for review, so a batch whose other clips failed does not reject', async () => {
    const batch = batchOf(clip('r', { export_id: null, status: 'in_review' }), clip('a', { status: 'failed' }));
    expect(await stubClient([]).client.clips.wait(batch)).toMatchObject({ failed_count: 1 });
  });
});

it.each([
  ['have their own exports', (index: number) => `${index}`],
  ['share an export', () => 'shared'],
])('a batch is processed in linear time if its clips %s', async (_, name) => {
  const indexes = Array.from({ length: 1_000 }, (_, index) => index);
  const clips = indexes.map((index) => clip(name(index), { clip_id: `c${index}`, project_id: 'project-p' }));
  const jobs = indexes.map((index) => wholeJob({ ...exportJob(name(index), 'done'), job_id: `j${index}` }));
  const { client } = stubClient([json({ jobs })]);
  const isFinal = vi.fn(() => true);
  expect(await client.clips.wait(batchOf(...clips), { isFinal })).toHaveProperty('rendered_count', 1_000);
  expect(isFinal.mock.calls.length).toBeLessThanOrEqual(5_000);
});

it('clips with the same identifier keep their own jobs', async () => {
  const [a, b] = [clip('a', { clip_id: 'same' }), clip('b', { clip_id: 'same' })];
  const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'done')]], b: [[exportJob('b', 'failed')]] })]);
  const last = await runTimers(client.clips.wait(batchOf(a, b)));
  expect(last).toMatchObject({ rendered_count: 1, failed_count: 1, clips: [{ status: 'done' }, { status: 'failed' }] });
});

describe('the state of a batch', () => {
  it('counts clips that already had a file, and never reports lower counts than the service', async () => {
    const { client } = stubClient([projectJobs({ b: [[exportJob('b', 'done')]] })]);
    const started = clip('a', { status: 'UPLOADED', download_url: 'https://video.test/a.mp4' });
    const batch = { ...batchOf(started, clip('b')), rendered_count: 1, failed_count: 1 };
    expect(await runTimers(client.clips.wait(batch))).toMatchObject({ rendered_count: 2, failed_count: 1 });
  });

  it.each([
    ['completed', ['done', 'failed', 'cancelled']],
    ['cancelled', ['failed', 'cancelled', 'failed']],
    ['failed', ['failed', 'failed', 'failed']],
  ])('is %s when its clips are %s', async (status, [a = '', b = '', c = '']) => {
    const respond = projectJobs({ a: [[exportJob('a', a)]], b: [[exportJob('b', b)]], c: [[exportJob('c', c)]] });
    const { client } = stubClient([respond]);
    const states: string[] = [];
    for await (const state of client.clips.watch(batchOf(clip('a'), clip('b'), clip('c')))) states.push(state.status);
    expect(states).toEqual([status]);
  });

  it('causes a JobCanceledError if the batch is canceled', async () => {
    const error = await rejectionOf(stubClient([]).client.clips.wait({ ...batchOf(clip('a')), status: 'CANCELED' }));
    expect(error).toMatchObject({
      name: 'JobCanceledError',
      message: expect.stringMatching(/^Batch b1 was canceled\. /),
    });
  });
});

it('watching a batch yields its state after every poll', async () => {
  const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'running')], [exportJob('a', 'failed')]] })]);
  const seen: string[] = [];
  const watch = async () => {
    for await (const { clips } of client.clips.watch(batchOf(clip('a')))) seen.push(clips[0]?.status ?? '');
  };
  await runTimers(watch());
  expect(seen).toEqual(['running', 'failed']);
});

it.each<[string, Partial<ClipBatch>, string]>([
  [
    'failed',
    { status: 'failed', last_error_message: `bad ${apiKey}` },
    'JobFailedError: Batch b1 failed: bad [API key]',
  ],
  [
    'has only failed clips',
    { clips: [clip('a', { status: 'failed', error_message: `bad ${apiKey}` })] },
    'JobFailedError: 1 of 1 clips of batch b1 failed: bad [API key]',
  ],
  [
    'has canceled clips',
    { batch_id: apiKey, clips: [clip('a', { status: 'cancelled' })] },
    'JobCanceledError: Batch [API key] has no successful clip, and at least one was canceled. To start again, repeat the call, with another Idempotency-Key if it takes one',
  ],
])('the error message for a batch that %s does not show the API key', async (_, more, message) => {
  const { client } = stubClient([]);
  expect(String(await rejectionOf(client.clips.wait({ ...batchOf(), ...more })))).toBe(message);
});
