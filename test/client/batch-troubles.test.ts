import type { Clipwright, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { apiKey, errorResponse, json, rejectionOf, type Sent, type StubResponse, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const noRetries = { maxRetries: 0 };

describe('a wait for clips or a job', () => {
  const lists = projectJobs({ a: [[exportJob('a', 'odd')]], b: [[exportJob('b', 'running')]] });
  const batch = batchOf(clip('a'), clip('b'));
  const bug = new TypeError('bug in my rule');

  it.each<[string, object]>([
    ['isFinal', { isFinal: ({ status }: Job) => status === 'odd' && throwIt(bug) }],
    ['outcome', { outcome: ({ status }: Job) => (status === 'odd' ? throwIt(bug) : undefined) }],
  ])('rejects immediately with the error that %s throws', async (_, rules) => {
    expect(await rejectionOf(stubClient([lists]).client.clips.wait(batch, rules))).toBe(bug);
  });

  it('rejects immediately if outcome returns an invalid value', async () => {
    const outcome = ({ status }: Job) => (status === 'odd' ? 'success' : undefined) as never;
    expect(await rejectionOf(stubClient([lists]).client.clips.wait(batch, { outcome }))).toMatchObject({
      name: 'RequestValidationError',
      message: expect.stringContaining('clips.wait stopped: options.outcome returned a value'),
    });
  });

  it('rejects immediately if isFinal throws for a job read at its status URL', async () => {
    const listed = exportJob('a', 'done', { status_url: '/status/a' });
    const isFinal = ({ status }: Job) => (status === 'odd' ? throwIt(bug) : status === 'done');
    const respond = ({ url }: Sent) => json(url.includes('/status/') ? exportJob('a', 'odd') : { jobs: [listed] });
    for (const wait of ['jobs', 'clips'] as const) {
      const { client } = stubClient([respond]);
      const done =
        wait === 'jobs' ? client.jobs.wait(listed, { isFinal }) : client.clips.wait(batchOf(clip('a')), { isFinal });
      expect(await rejectionOf(done)).toBe(bug);
    }
  });

  it('rejects immediately if the apiKey function fails for one list', async () => {
    let calls = 0;
    const key = () => (++calls === 2 ? throwIt(new Error('no token')) : apiKey);
    const error = await rejectionOf(stubClient([lists], { apiKey: key }).client.clips.wait(batch));
    expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringContaining('no token') });
  });

  it('rejects immediately if the apiKey function fails before a final job is read at its status URL', async () => {
    const final = { ...exportJob('a', 'done', { status_url: '/status/a' }), completed_at: '2026-01-01T00:00:00Z' };
    const started = { ...final, status: 'queued', completed_at: null, project_id: 'project-a' };
    for (const [job, working] of [
      [final, 0],
      [started, 1],
    ] as const) {
      let calls = 0;
      const key = () => (++calls > working ? throwIt(new Error('no token')) : apiKey);
      const { client } = stubClient([json(final)], { apiKey: key });
      expect(await rejectionOf(client.jobs.wait(job))).toHaveProperty('name', 'ConfigurationError');
    }
  });

  it('rejects immediately if the apiKey function fails after a job is no longer listed', async () => {
    const listed = exportJob('a', 'running', { status_url: '/status/a' });
    let calls = 0;
    const key = () => (++calls === 3 ? throwIt(new Error('no token')) : apiKey);
    const { client } = stubClient([projectJobs({ a: [[listed], [], [exportJob('a', 'done')]] })], { apiKey: key });
    const error = await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a')))));
    expect(error).toHaveProperty('name', 'ConfigurationError');
  });

  it('aborts requests in flight when it rejects', async () => {
    const thin = exportJob('b', 'done', { status_url: '/status/b' });
    const { client, sent } = stubClient([
      async ({ url }) => {
        if (url.includes('/status/')) return new Promise<Response>(() => {});
        if (url.includes('project-b')) return json({ jobs: [thin] });
        await new Promise((resolve) => setTimeout(resolve, 100));
        return json({ jobs: [exportJob('a', 'odd')] });
      },
    ]);
    const isFinal = ({ status }: Job) => (status === 'odd' ? throwIt(bug) : status === 'done');
    const error = rejectionOf(client.clips.wait(batch, { isFinal }));
    await vi.advanceTimersByTimeAsync(200);
    expect(await error).toBe(bug);
    expect(sent.find(({ url }) => url.includes('/status/'))?.init.signal?.aborted).toBe(true);
  });

  it('does not request more lists when it rejects', async () => {
    const { client, sent } = stubClient([projectJobs({ a: [[exportJob('a', 'odd')]] })]);
    const many = batchOf(...[...'abcdefghijklmnop'].map((name) => clip(name)));
    const isFinal = ({ status }: Job) => status === 'odd' && throwIt(bug);
    await rejectionOf(client.clips.wait(many, { isFinal }));
    await vi.advanceTimersByTimeAsync(1_000);
    // At most four requests are in flight at a time, and each can be followed by one more.
    expect(sent.length).toBeLessThan(8);
  });
});

describe('a job that was listed before', () => {
  const batch = batchOf(clip('a'));
  const running = { job_id: 'j', status: 'running', project_id: 'project-a', export_id: 'export-a' };
  const done = { ...running, status: 'done', download_url: 'https://video.test/a.mp4' };
  const list = (...jobs: Job[]) => json({ jobs });

  it.each<[string, StubResponse]>([
    ['is missing', list()],
    ['is replaced by a job without an export', list({ job_id: 'k', status: 'queued' })],
    ['is hidden by a 404', errorResponse(404, 'x')],
    ['is hidden by an HTML page', new Response('<html>')],
  ])('is still followed after two polls in which it %s', async (_, odd) => {
    const { client } = stubClient([list(running), odd, odd, list(done)], noRetries);
    expect(await runTimers(client.clips.wait(batch))).toMatchObject({ status: 'completed' });
  });

  it('is considered lost when three lists in a row omit it', async () => {
    const { client, sent } = stubClient([list(running), list(), list(), list(running), list()]);
    expect(await runTimers(rejectionOf(client.clips.wait(batch)))).toHaveProperty('name', 'UntrackableBatchError');
    expect(sent).toHaveLength(7);
  });

  describe('and has an export is followed to its end when', () => {
    const ofExport = { ...exportJob('a', 'running'), status_url: '/status/a' };
    const final = { ...ofExport, status: 'done', download_url: 'https://video.test/a.mp4' };
    const { export_id: _, ...withoutExport } = final;

    it.each<[string, Job[]]>([
      ['it is no longer listed', []],
      ['another job is listed in its place', [{ ...ofExport, job_id: 'k', export_id: 'export-k' }]],
      ['its export_id has changed', [{ ...final, export_id: 'export-k' }]],
      ['its export_id is null', [{ ...final, export_id: null }]],
      ['its export_id is omitted', [withoutExport]],
    ])('%s', async (_, later) => {
      const lists = projectJobs({ a: [[ofExport], later] });
      const respond = (request: Sent) => (request.url.endsWith('/status/a') ? json(final) : lists(request));
      const { client, sent } = stubClient([respond]);
      const batch = await runTimers(client.clips.wait(batchOf(clip('a'))));
      expect(batch.clips[0]).toMatchObject({ status: 'done', download_url: 'https://video.test/a.mp4' });
      const statusReads = sent.filter(({ url }) => url.endsWith('/status/a'));
      expect(statusReads).toHaveLength(1);
    });
  });

  it.each([{ export_id: 'export-k' }, { export_id: null }])(
    'is found by its job_id if it has no status URL and its export changes: %j',
    async (later) => {
      const { client } = stubClient([
        projectJobs({
          a: [[exportJob('a', 'running')], [exportJob('a', 'running', later)], [exportJob('a', 'done', later)]],
        }),
      ]);
      expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toHaveProperty('status', 'completed');
    },
  );

  it('is read once per poll when it is no longer listed and several clips share its export', async () => {
    const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
    const lists = projectJobs({ a: [[running], []] });
    let reads = 0;
    const read = () => json({ job_id: running.job_id, status: ++reads < 3 ? 'running' : 'done', status_url: null });
    const { client, sent } = stubClient([(request) => (request.url.endsWith('/status/a') ? read() : lists(request))]);
    await runTimers(client.clips.wait(batchOf(clip('a'), clip('a'))));
    expect([reads, sent.length]).toEqual([3, 7]);
  });

  it.each([
    ['it has no status URL', null, 4],
    ['its status URL responds with 404', '/status/a', 7],
  ])('is considered lost when three lists in a row omit it and %s', async (_, status_url, requests) => {
    const lists = projectJobs({ a: [[{ ...exportJob('a', 'running'), status_url }], []] });
    const { client, sent } = stubClient(
      [(request) => (request.url.endsWith('/status/a') ? errorResponse(404, 'x') : lists(request))],
      noRetries,
    );
    expect(await runTimers(rejectionOf(client.clips.wait(batchOf(clip('a')))))).toHaveProperty(
      'name',
      'UntrackableBatchError',
    );
    expect(sent).toHaveLength(requests);
  });

  it('is still followed after transient errors of its status URL', async () => {
    const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
    const lists = projectJobs({ a: [[running], []] });
    let reads = 0;
    const read = () => (++reads < 6 ? errorResponse(503, 'x') : json({ ...running, status: 'done' }));
    const { client } = stubClient(
      [(request) => (request.url.endsWith('/status/a') ? read() : lists(request))],
      noRetries,
    );
    expect(await runTimers(client.clips.wait(batchOf(clip('a'))))).toHaveProperty('status', 'completed');
    expect(reads).toBe(6);
  });

  it.each([
    ['while it is running', json({ job_id: 'job-a', status: 'running' })],
    ['after transient errors', errorResponse(503, 'x')],
  ])('is followed at its listed status URL %s, even if the wait was given only its ids', async (_, response) => {
    const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
    const lists = projectJobs({ a: [[running], []] });
    let reads = 0;
    const read = () => (++reads < 6 ? response : json({ ...running, status: 'done' }));
    const { client } = stubClient(
      [(request) => (request.url.endsWith('/status/a') ? read() : lists(request))],
      noRetries,
    );
    const stored = { job_id: 'job-a', project_id: 'project-a' };
    expect(await runTimers(client.jobs.wait(stored))).toHaveProperty('status', 'done');
  });

  it('is considered lost when three lists omit it and its status URL responds with 404, even if given by its ids', async () => {
    const lists = projectJobs({ a: [[{ ...exportJob('a', 'running'), status_url: '/status/a' }], []] });
    const { client, sent } = stubClient(
      [(request) => (request.url.endsWith('/status/a') ? errorResponse(404, 'x') : lists(request))],
      noRetries,
    );
    const stored = { job_id: 'job-a', project_id: 'project-a' };
    const error = await runTimers(rejectionOf(client.jobs.wait(stored)));
    expect(error).toHaveProperty('name', 'NotFoundError');
    expect(sent).toHaveLength(7);
  });

  it('is considered lost when three lists in a row omit it, even if the wait was given only its ids', async () => {
    const stored = { job_id: 'j', project_id: 'project-a' };
    const found = stubClient([list(running), list(), list(), list(running), list(), list(), list(done)]);
    expect(await runTimers(found.client.jobs.wait(stored))).toHaveProperty('status', 'done');
    const lost = stubClient([list(running), list()]);
    expect(await runTimers(rejectionOf(lost.client.jobs.wait(stored)))).toHaveProperty(
      'name',
      'RequestValidationError',
    );
    expect(lost.sent).toHaveLength(4);
    const gaps = [list(), list(running), list(running)];
    const inCompany = stubClient([list(running), ...gaps, ...gaps, ...gaps, ...gaps, list(done)]);
    const both = Promise.all([inCompany.client.jobs.wait(stored), inCompany.client.jobs.wait(stored)]);
    expect((await runTimers(both)).map(({ status }) => status)).toEqual(['done', 'done']);
    const unknown = stubClient([list()]);
    expect(await rejectionOf(unknown.client.jobs.wait(stored))).toHaveProperty('name', 'RequestValidationError');
    expect(unknown.sent).toHaveLength(1);
  });
});

describe('the error of a job', () => {
  const ended = { completed_at: '2026-01-01T00:00:00Z', download_url: 'https://video.test/a', result: {} };

  it('is ignored if it is an empty string', async () => {
    const job = exportJob('a', 'processed', { ...ended, error: '' });
    const { client } = stubClient([json({ jobs: [job] })]);
    expect(await client.jobs.wait({ job_id: 'job-a', project_id: 'project-a' })).toHaveProperty('status', 'processed');
    const { clips } = await client.clips.wait(batchOf(clip('a')));
    expect(clips[0]).toMatchObject({ download_url: ended.download_url, error_message: null });
  });

  it.each([
    [{ code: 'x' }, '{"code":"x"}'],
    [['x'], '["x"]'],
    ['x', 'x'],
  ])('means that a job with an unknown status has failed: %j', async (error, shown) => {
    const job = exportJob('a', 'processed', { ...ended, error: error as never });
    const { client } = stubClient([json({ jobs: [job] })]);
    const failure = await rejectionOf(client.clips.wait(batchOf(clip('a'))));
    expect(failure).toMatchObject({ name: 'JobFailedError', batch: { clips: [{ error_message: shown }] } });
  });
});

describe('a WaitTimeoutError', () => {
  const started = { ...exportJob('a', 'running'), status_url: '/status/a' };
  const waits = {
    'jobs.wait': (client: Clipwright) => client.jobs.wait(started, { timeout: 3_000 }),
    'clips.wait': (client: Clipwright) => client.clips.wait(batchOf(clip('a')), { timeout: 3_000 }),
  };

  it.each(Object.entries(waits))('from %s says why the last poll failed', async (_, wait) => {
    const { client } = stubClient([errorResponse(503, 'down')], noRetries);
    const error = await runTimers(rejectionOf(wait(client)));
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      message: expect.stringMatching(/ms; in the last poll, jobs\.\w+ \(GET .* failed with status 503 down.*; /),
      cause: { name: 'ServerError', status: 503 },
    });
  });

  it.each<[string, Job[][]]>([
    ['one of several lists', [[exportJob('a', 'running')]]],
    ['a job that is no longer listed', [[started], []]],
  ])('from clips.wait says why %s could not be read', async (_, lists) => {
    const listed = projectJobs({ a: lists });
    const { client } = stubClient(
      [(request) => (request.url.includes('project-a/') ? listed(request) : errorResponse(503, 'down'))],
      noRetries,
    );
    const batch = batchOf(clip('a'), ...(lists.length === 1 ? [clip('b')] : []));
    const error = await runTimers(rejectionOf(client.clips.wait(batch, { timeout: 3_000 })));
    expect(error).toMatchObject({
      message: expect.stringMatching(/; in the last poll, .* failed with status 503 down.*; last seen: /),
      cause: { name: 'ServerError' },
    });
  });

  it.each(Object.entries(waits))(
    'from %s does not mention a failed poll if a later poll succeeded',
    async (_, wait) => {
      const { client } = stubClient([errorResponse(503, 'down'), json({ ...started, jobs: [started] })], noRetries);
      const error = await runTimers(rejectionOf(wait(client)));
      expect(error).toMatchObject({ name: 'WaitTimeoutError', message: expect.not.stringContaining('failed') });
      expect(error).not.toHaveProperty('cause');
    },
  );
});

describe('an abort with cancelOnAbort', () => {
  const names = [...'abcdef'];
  const lists = projectJobs(
    Object.fromEntries(names.map((name) => [name, [[exportJob(name, 'running', { cancel_url: `/cancel/${name}` })]]])),
  );
  const abort = (options: object, respond: (request: Sent) => Response) =>
    rejectionOf(
      stubClient([respond], noRetries).client.clips.wait(batchOf(...names.map((name) => clip(name))), {
        ...options,
        signal: AbortSignal.abort(),
        cancelOnAbort: true,
      }),
    );

  it.each([403, 404, 503])('counts each list that responds with %i as one failure', async (status) => {
    const error = await abort({}, (request) =>
      /project-[ab]/.test(request.url) ? errorResponse(status, 'x') : lists(request),
    );
    expect(error).toHaveProperty('message', expect.stringContaining('jobs canceled: 4, failed: 2 (jobs.list'));
  });

  it('cancels all jobs even if isFinal throws for one of them', async () => {
    const isFinal = ({ job_id }: Job) => job_id === 'job-a' && throwIt(new TypeError('bug'));
    const error = await abort({ isFinal }, lists);
    expect(error).toHaveProperty('message', expect.stringContaining('jobs canceled: 6, failed: 1 (bug)'));
  });
});

describe('a batch field of a wrong type', () => {
  const odd = { toString: 1 };

  it.each([
    ['total_clip_count', 'abc'],
    ['estimated_clip_count', odd],
    ['rendered_count', 'abc'],
    ['failed_count', odd],
  ])('does not change the types of the progress and the counts: %s %j', async (field, value) => {
    const batch = { ...batchOf(clip('a')), total_clip_count: null, [field]: value };
    const onProgress = vi.fn();
    const done = exportJob('a', 'done', { created_at: odd as never });
    const { client } = stubClient([projectJobs({ a: [[exportJob('a', 'running')], [done, done]] })]);
    await runTimers(client.clips.wait(batch as never, { onProgress }));
    expect(onProgress.mock.calls).toMatchObject([
      [{ progress: 0, rendered_count: 0, failed_count: 0 }],
      [{ progress: 100, rendered_count: 1, failed_count: 0 }],
    ]);
  });

  it.each([
    ['a clip’s identifier', { ...batchOf(clip('a', { export_id: null, clip_id: odd as never })) }],
    ['the batch’s status', { ...batchOf(clip('a')), status: odd as never, total_clip_count: 2 }],
  ])('is shown as JSON in an UntrackableBatchError: %s', async (_, batch) => {
    const error = await rejectionOf(stubClient([json({ jobs: [] })]).client.clips.wait(batch));
    expect(error).toMatchObject({
      name: 'UntrackableBatchError',
      message: expect.stringContaining('{"toString":1}'),
    });
  });
});

function throwIt(error: Error): never {
  throw error;
}
