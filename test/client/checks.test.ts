import type { BatchCheck, BatchHandle, BatchProgress, Clipwright, Job, JobCheck, JobHandle } from 'clipwright';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, projectJobs, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type StubResponse, stubClient, wholeJob } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const started = { job_id: 'job-a', status: 'queued', status_url: '/status/a' };
const running = exportJob('a', 'running', { status_url: '/status/a' });
const done = wholeJob({ ...exportJob('a', 'done'), download_url: 'https://video.test/a' });
const stored = { job_id: 'job-a', project_id: 'project-a' };
const listOf = (...jobs: Job[]) => json({ jobs });
const clientOf = (...responses: StubResponse[]) => stubClient(responses, { maxRetries: 0 }).client;
/** Serializes a handle and parses it again, because another process receives only its JSON. */
const transfer = <Handle>(handle: Handle): Handle => JSON.parse(JSON.stringify(handle));

const statusesOf = ({ clips }: BatchProgress) => clips.map(({ status }) => status);
/** Resolves to the result of a wait: the job, the statuses of the clips, or the name of the error. */
const conclude = (wait: Promise<Job | BatchProgress>) =>
  wait.then(
    (result) => ('clips' in result ? statusesOf(result as BatchProgress) : result),
    ({ name }: Error) => name,
  );
/** Checks repeatedly, each time with the handle of the previous check. */
const checkUntilEnd = async <Check extends JobCheck | BatchCheck>(
  check: (handle: unknown) => Promise<Check>,
  first: unknown,
) => {
  let handle = first;
  for (let look = 0; look < 40; look++) {
    const found = await check(handle);
    if (found.state !== 'pending') return found;
    handle = transfer(found.handle);
  }
  throw new Error('The checks did not end.');
};

describe('a check of a job', () => {
  it('returns "pending" while the job runs, then "succeeded", with one request per check', async () => {
    const { client, sent } = stubClient([json(running), json(done)]);
    const first = await client.jobs.check(started);
    expect(first).toMatchObject({ state: 'pending', job: running, error: undefined });
    expect(sent).toHaveLength(1);
    expect(await client.jobs.check(first.handle)).toMatchObject({ state: 'succeeded', job: done, error: undefined });
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['failed', 'JobFailedError'],
    ['canceled', 'JobCanceledError'],
  ])(
    'returns "%s" for a job with this status, and the error that a wait for the job rejects with',
    async (state, name) => {
      const ended = wholeJob({ ...exportJob('a', state), error: 'no audio' });
      const check = await clientOf(json(ended)).jobs.check(started);
      const error = await rejectionOf(clientOf(json(ended)).jobs.wait(started));
      expect(check).toMatchObject({ state, job: ended, error: { name, job: ended } });
      expect(check.error).toEqual(error);
    },
  );

  it('returns a handle of plain JSON, with which another process finds the job', async () => {
    const { handle } = await clientOf(listOf(running)).jobs.check(stored);
    expect(transfer(handle)).toStrictEqual(handle);
    expect(handle).toStrictEqual({
      version: 1,
      job: { ...stored, export_id: 'export-a', status: 'running' },
    });
    expect(await clientOf(listOf(done)).jobs.check(transfer(handle))).toMatchObject({ state: 'succeeded', job: done });
  });

  it('reads the list again for a job that was passed by its ids, whatever status URL the list shows', async () => {
    const status_url = 'https://other.test/status/a';
    const { handle } = await clientOf(listOf({ ...running, status_url })).jobs.check(stored);
    const listed = { ...done, status_url };
    expect(await clientOf(listOf(listed)).jobs.check(transfer(handle))).toMatchObject({ job: listed });
  });

  it('returns a handle with the ids of a job that was passed as a URL', async () => {
    const { handle } = await clientOf(json({ ...running, ...stored })).jobs.check('/status/a');
    expect(handle.job).toMatchObject({ ...stored, status_url: '/status/a' });
  });

  it.each<[string, StubResponse, string]>([
    ['responds with 503', errorResponse(503, 'down'), 'ServerError'],
    ['refuses connections', new TypeError('fetch failed'), 'ConnectionError'],
    ['rejects the API key', errorResponse(401, 'no_key'), 'AuthenticationError'],
  ])('rejects with the error of its request if the service %s', async (_, response, name) => {
    expect(await runTimers(rejectionOf(clientOf(response).jobs.check(started)))).toHaveProperty('name', name);
    expect(await runTimers(rejectionOf(clientOf(response).jobs.check(stored)))).toHaveProperty('name', name);
  });

  it('counts in the handle how often a known job was not found, and returns "untrackable" the third time', async () => {
    const { handle } = await clientOf(listOf(running)).jobs.check({ ...stored, status: 'queued' });
    const unlisted = { ...handle, job: { ...handle.job, status_url: undefined } };
    const first = await clientOf(listOf()).jobs.check(transfer(unlisted));
    expect(first).toMatchObject({ state: 'pending', error: undefined, handle: { job: { misses: 1 } } });
    const second = await clientOf(listOf()).jobs.check(transfer(first.handle));
    expect(second).toMatchObject({ state: 'pending', handle: { job: { misses: 2 } } });
    const third = await clientOf(listOf()).jobs.check(transfer(second.handle));
    expect(third.state).toBe('untrackable');
    expect(third.error).toHaveProperty('name', 'RequestValidationError');
  });

  it('resets the count of misses when it finds the job again', async () => {
    const handle: JobHandle = { version: 1, job: { ...stored, status: 'running', misses: 2 } };
    const found = await clientOf(listOf(running)).jobs.check(handle);
    expect(found.handle.job).not.toHaveProperty('misses');
  });

  it.each<[string, StubResponse, string]>([
    ['the list has no job with its id', listOf(), 'RequestValidationError'],
    ['its status URL responds with 404', errorResponse(404, 'no_job'), 'NotFoundError'],
  ])('returns "untrackable" for a job if %s', async (_, response, name) => {
    const job = name === 'NotFoundError' ? started : stored;
    const check = await clientOf(response).jobs.check(job);
    expect(check).toMatchObject({ state: 'untrackable', job: null, error: { name } });
  });

  it('does not count the time between two checks as an outage', async () => {
    const { handle } = await clientOf(listOf()).jobs.check({ ...stored, status: 'running' });
    vi.setSystemTime(Date.now() + 3_600_000);
    const down = errorResponse(503, 'down');
    const waiting = clientOf(down, down, listOf(done)).jobs.wait(transfer(handle));
    expect(await runTimers(waiting)).toEqual(done);
  });

  it('ends as a wait would if the list shows a finished job, but its status URL fails', async () => {
    const ended = exportJob('a', 'done', { status_url: '/status/a' });
    const client = clientOf(({ url }) => (url.includes('/projects/') ? listOf(ended) : errorResponse(503, 'down')));
    const job = { ...stored, status: 'queued' };
    const checkedJob = await checkUntilEnd((next) => client.jobs.check(next as never), job);
    expect(checkedJob.job).toMatchObject(await runTimers(client.jobs.wait(job)));
    const batch = batchOf(clip('a'));
    const checkedBatch = await checkUntilEnd((next) => client.clips.check(next as never), batch);
    expect(statusesOf(checkedBatch.batch)).toEqual(await runTimers(conclude(client.clips.wait(batch))));
  });

  it('uses the options isFinal and outcome', async () => {
    const check = (job: Job, options: object) => clientOf(json(job)).jobs.check(started, options);
    expect(await check(done, { isFinal: () => false })).toHaveProperty('state', 'pending');
    expect(await check(running, { outcome: () => 'failed' })).toHaveProperty('state', 'failed');
  });

  it('rejects with AbortError when its signal is aborted', async () => {
    const client = clientOf(() => new Promise<Response>(() => {}));
    const error = rejectionOf(client.jobs.check(started, { signal: AbortSignal.abort('stop') }));
    expect(await error).toMatchObject({ name: 'AbortError', cause: 'stop' });
  });
});

describe('a handle of a job', () => {
  it('can be waited for by another client', async () => {
    const { handle } = await clientOf(json(running)).jobs.check(started);
    expect(await runTimers(clientOf(json(running), json(done)).jobs.wait(transfer(handle)))).toEqual(done);
  });

  it('can be watched by another client', async () => {
    const { handle } = await clientOf(json(running)).jobs.check(started);
    const statuses = async () => {
      const seen: string[] = [];
      for await (const { status } of clientOf(json(running), json(done)).jobs.watch(handle)) seen.push(status);
      return seen;
    };
    expect(await runTimers(statuses())).toEqual(['running', 'done']);
  });
});

const handle: JobHandle = { version: 1, job: started };
const batchHandle: BatchHandle = { version: 1, batch: { batch_id: 'b1', clips: [clip('a')] } };
describe('the argument of a check or a wait', () => {
  const methods: [string, (client: Clipwright, value: never) => Promise<unknown>, unknown[]][] = [
    ['jobs.check', (client, value) => client.jobs.check(value), [batchHandle, { ...handle, version: 2 }]],
    ['jobs.wait', (client, value) => client.jobs.wait(value), [batchHandle, { ...handle, version: '1' }]],
    ['clips.check', (client, value) => client.clips.check(value), [handle, { ...batchHandle, version: 2 }]],
    ['clips.wait', (client, value) => client.clips.wait(value), [handle, { ...batchHandle, version: null }]],
  ];
  const always = [
    null,
    undefined,
    {},
    { version: 1 },
    { version: 1, job: null, batch: null },
    'text',
    1,
    [],
    JSON.stringify(handle),
  ];
  it.each(
    methods.flatMap(([name, call, own]) =>
      [...always, ...own, JSON.stringify(own[0])].map((value) => [name, JSON.stringify(value), call, value] as const),
    ),
  )('is rejected by %s if it is %s', async (name, _, call, value) => {
    const { client, sent } = stubClient([json(done)]);
    const error = await rejectionOf(call(client, value as never));
    expect(error).toHaveProperty('name', 'RequestValidationError');
    expect(String(error)).toContain(name);
    expect(sent).toEqual([]);
  });

  it('is rejected if it is a handle with a damaged clip', async () => {
    const damaged = { version: 1, batch: { batch_id: 'b1', clips: [{ ...clip('a'), followed_jobs: 'none' }] } };
    const { client, sent } = stubClient([json(done)]);
    expect(await rejectionOf(client.clips.check(damaged as never))).toHaveProperty('name', 'RequestValidationError');
    expect(sent).toEqual([]);
  });

  it('is rejected with an error that names the supported version if it is a handle of another version', async () => {
    const error = await rejectionOf(clientOf(json(done)).jobs.check({ ...handle, version: 2 } as never));
    expect(String(error)).toContain('job.version must be 1: another version of clipwright made this handle');
  });

  it('is rejected with an error that names the right method if it is a handle for another method', async () => {
    expect(String(await rejectionOf(clientOf().jobs.check(batchHandle as never)))).toContain('clips.check');
    expect(String(await rejectionOf(clientOf().clips.check(handle as never)))).toContain('jobs.check');
  });

  it('can be a job with a field named version', async () => {
    expect(await clientOf(json(done)).jobs.check({ ...started, version: 7 } as never)).toHaveProperty(
      'state',
      'succeeded',
    );
  });
});

describe('a check of a batch', () => {
  const fileOf = (name: string) => `https://video.test/files/${name}.mp4`;
  const ended = (name: string) => wholeJob({ ...exportJob(name, 'done'), download_url: fileOf(name) });
  const lists = (jobs: Record<string, Job[]>) =>
    stubClient([projectJobs(Object.fromEntries(Object.entries(jobs).map(([name, list]) => [name, [list]])))], {
      maxRetries: 0,
    });

  it('polls only the clips that are not final, and returns the files of all clips', async () => {
    const batch = batchOf(clip('a'), clip('b'));
    const first = await lists({ a: [ended('a')], b: [exportJob('b', 'running')] }).client.clips.check(batch);
    expect(first).toMatchObject({ state: 'pending', batch: { rendered_count: 1 }, error: undefined });
    const { client, sent } = lists({ b: [ended('b')] });
    const second = await client.clips.check(transfer(first.handle));
    expect(sent.map(({ url }) => url)).toEqual(['https://video.test/api/v1/projects/project-b/jobs']);
    expect(second).toMatchObject({ state: 'succeeded', batch: { status: 'completed', rendered_count: 2 } });
    expect(second.batch.clips.map(({ download_url }) => download_url)).toEqual([fileOf('a'), fileOf('b')]);
    expect(second.batch).not.toHaveProperty('version');
    expect(second.batch.clips[0]).not.toHaveProperty('jobs');
  });

  it('returns a handle of at most 400 bytes per clip, with which a wait reads only the clips that are not final', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(3, '0'));
    const id = (name: string, kind: string) => `${kind}0000000-0000-4000-8000-000000000${name}`;
    const ids = (name: string) => ({ project_id: id(name, 'a'), export_id: id(name, 'b') });
    const clips = names.map((name) =>
      clip(name, { ...ids(name), clip_id: id(name, 'c'), title: 'A long title '.repeat(20) }),
    );
    const jobOf = (name: string, isFinal: boolean) => ({
      ...wholeJob({ ...ids(name), job_id: id(name, 'd'), status: isFinal ? 'completed' : 'running' }),
      status_url: `https://video.test/api/v1/jobs/${id(name, 'd')}`,
      download_url: isFinal ? `https://cdn.video.test/exports/${id(name, 'b')}/clip.mp4` : null,
    });
    const responder = (isFinal: (index: number) => boolean) =>
      stubClient([
        ({ url }) => {
          const name = url.match(/a0000000-.*(\d{3})\/jobs/)?.[1] ?? '';
          return listOf(jobOf(name, isFinal(Number(name))));
        },
      ]);
    const half = await responder((index) => index % 2 === 0).client.clips.check(batchOf(...clips));
    expect(half).toMatchObject({ state: 'pending', batch: { rendered_count: 50 } });
    expect(new TextEncoder().encode(JSON.stringify(half.handle)).length).toBeLessThanOrEqual(400 * 100);
    expect(half.handle.batch.clips[1]?.followed_jobs).toEqual([
      { job_id: id('001', 'd'), status: 'running', status_url: `https://video.test/api/v1/jobs/${id('001', 'd')}` },
    ]);

    const { client, sent } = responder(() => true);
    const whole = await runTimers(client.clips.wait(transfer(half.handle)));
    expect(sent).toHaveLength(50);
    expect(whole.rendered_count).toBe(100);
    expect(new Set(whole.clips.map(({ download_url }) => download_url)).size).toBe(100);
  });

  it('reads a final clip again if the URL of its file is too long for the handle', async () => {
    const long = { ...ended('a'), download_url: `https://video.test/${'a'.repeat(500)}` };
    const batch = batchOf(clip('a'), clip('b'));
    const { handle } = await lists({ a: [long], b: [exportJob('b', 'running')] }).client.clips.check(batch);
    expect(JSON.stringify(handle).length).toBeLessThan(2 * 400);
    const { batch: last } = await lists({ a: [long], b: [ended('b')] }).client.clips.check(transfer(handle));
    expect(last.clips.map(({ download_url }) => download_url)).toEqual([long.download_url, fileOf('b')]);
  });

  it('is untrackable if a final clip can no longer be read, and the URL of its file was too long for the handle', async () => {
    const long = exportJob('a', 'done', { download_url: `https://video.test/${'a'.repeat(500)}` });
    const first = { a: [long], b: [exportJob('b', 'running')] };
    let found = await lists(first).client.clips.check(batchOf(clip('a'), clip('b')));
    while (found.state === 'pending') {
      found = await lists({ b: [ended('b')] }).client.clips.check(transfer(found.handle));
    }
    expect(found.state).toBe('untrackable');
  });

  it('keeps a file that the batch itself named, whatever the length of its URL, because no job shows it', async () => {
    const download_url = `https://video.test/${'a'.repeat(500)}`;
    for (const export_id of [null, 'export-a']) {
      const batch = batchOf(clip('a', { export_id, status: 'completed', download_url }), clip('b'));
      const { handle } = await lists({ b: [exportJob('b', 'running')] }).client.clips.check(batch);
      const last = await lists({ b: [ended('b')] }).client.clips.check(transfer(handle));
      expect(last).toMatchObject({ state: 'succeeded', batch: { clips: [{ download_url }, {}] } });
    }
  });

  it.each<[string, Partial<Job>]>([
    ['succeeded without a file', { status: 'done' }],
    ['failed with an unusual status', { status: 'broken', completed_at: '2026-01-01', error: 'no audio' }],
    ['failed with a file', { status: 'failed', download_url: fileOf('a') }],
    ['was canceled with a file', { status: 'canceled', download_url: fileOf('a') }],
  ])('keeps the outcome of a clip that %s, although its job is no longer listed', async (_, job) => {
    const jobOf = (_: unknown, [first]: readonly Job[]) => first;
    const listed = [exportJob('a', 'done', job)];
    for (const export_id of [null, 'export-a']) {
      const batch = batchOf(clip('a', { export_id }), clip('b'));
      const early = await lists({ a: listed, b: [exportJob('b', 'running')] }).client.clips.check(batch, { jobOf });
      expect(early.state).toBe('pending');
      const last = await lists({ b: [exportJob('b', 'canceled')] }).client.clips.check(transfer(early.handle));
      const { client } = lists({ a: listed, b: [exportJob('b', 'canceled')] });
      const waited = await runTimers(conclude(client.clips.wait(batch, { jobOf })));
      expect(last.state).not.toBe('pending');
      expect(last.error?.name ?? statusesOf(last.batch)).toEqual(waited);
    }
  });

  it('returns "failed" when all clips are final and at least one clip failed', async () => {
    const failed = wholeJob({ ...exportJob('b', 'failed'), error: 'no audio' });
    const batch = batchOf(clip('a'), clip('b'));
    const early = await lists({ a: [exportJob('a', 'running')], b: [failed] }).client.clips.check(batch);
    expect(early).toMatchObject({ state: 'pending', error: undefined });
    const check = await lists({ a: [ended('a')] }).client.clips.check(transfer(early.handle));
    expect(check).toMatchObject({ state: 'failed', error: { name: 'JobFailedError' } });
    expect(String(check.error)).toContain('1 of 2 clips of batch b1 failed: no audio');
    expect(check.batch.clips[0]?.download_url).toBe(fileOf('a'));
  });

  it.each([
    ['failed', 'JobFailedError'],
    ['canceled', 'JobCanceledError'],
  ])(
    'returns "%s" if all clips have this status, and the error that a wait for the batch rejects with',
    async (status, name) => {
      const jobs = { a: [wholeJob(exportJob('a', status))] };
      const batch = batchOf(clip('a'));
      const check = await lists(jobs).client.clips.check(batch);
      expect(check).toMatchObject({ state: status, error: { name } });
      expect(check.error).toEqual(await rejectionOf(runTimers(lists(jobs).client.clips.wait(batch))));
    },
  );

  it('does not wait for a clip in review', async () => {
    const batch = batchOf(clip('a', { export_id: null, status: 'in_review' }), clip('b'));
    const check = await lists({ b: [ended('b')] }).client.clips.check(batch);
    expect(check).toMatchObject({ state: 'succeeded', batch: { status: 'queued' } });
    expect(await lists({ b: [ended('b')] }).client.clips.check(transfer(check.handle))).toHaveProperty(
      'state',
      'succeeded',
    );
  });

  it('returns "untrackable" if a clip has no export', async () => {
    const batch = batchOf(clip('a', { export_id: null }));
    const check = await lists({}).client.clips.check(batch);
    expect(check).toMatchObject({ state: 'untrackable', error: { name: 'UntrackableBatchError' } });
  });

  it('rejects with the error of its request if no list can be read', async () => {
    const client = clientOf(errorResponse(503, 'down'));
    expect(await rejectionOf(client.clips.check(batchOf(clip('a'))))).toHaveProperty('name', 'ServerError');
  });

  it('returns "untrackable" if the jobs of one clip are no longer listed and the other clips are final', async () => {
    const batch = batchOf(clip('a'), clip('b'));
    const bothRun = { a: [exportJob('a', 'running')], b: [exportJob('b', 'running')] };
    let { handle } = await lists(bothRun).client.clips.check(batch);
    for (let look = 0; look < 3; look++) {
      const check = await lists({ a: [], b: [exportJob('b', 'running')] }).client.clips.check(transfer(handle));
      expect(check.state).toBe('pending');
      handle = check.handle;
    }
    const last = await lists({ a: [], b: [ended('b')] }).client.clips.check(transfer(handle));
    expect(last).toMatchObject({ state: 'untrackable', error: { name: 'UntrackableBatchError' } });
  });

  it('finds a clip again after a check that could read neither its list nor its job', async () => {
    const batch = batchOf(clip('a'));
    const running = { ...exportJob('a', 'running'), status_url: '/status/a' };
    const { handle } = await lists({ a: [running] }).client.clips.check(batch);
    const page = () => new Response('<h1>Back soon</h1>', { headers: { 'content-type': 'text/html' } });
    const broken = await clientOf(page).clips.check(transfer(handle));
    expect(broken.state).toBe('untrackable');
    const { client } = lists({ a: [ended('a')] });
    expect(await client.clips.check(transfer(broken.handle))).toHaveProperty('state', 'succeeded');
  });

  it.each([{ code: 'x', message: 'broken' }, 5, true, ['x']])('accepts %j as the error of a clip', async (error) => {
    const batch = batchOf(clip('a', { status: 'failed', error_message: error as never }));
    const { state, handle } = await lists({}).client.clips.check(batch);
    expect(state).toBe('failed');
    expect(await lists({}).client.clips.check(transfer(handle))).toHaveProperty('state', 'failed');
  });

  it('keeps the status of a clip whose export has no job yet', async () => {
    const { handle } = await lists({}).client.clips.check(batchOf(clip('a')));
    const { state, batch } = await lists({}).client.clips.check(transfer(handle));
    expect([state, statusesOf(batch)]).toEqual(['pending', ['queued']]);
  });

  it('uses the option jobOf', async () => {
    const batch = batchOf(clip('a', { export_id: null }));
    const jobOf = (_: unknown, [first]: readonly Job[]) => first;
    const first = await lists({ a: [exportJob('z', 'running')] }).client.clips.check(batch, { jobOf });
    expect(first.state).toBe('pending');
    const second = await lists({ a: [ended('z')] }).client.clips.check(transfer(first.handle), { jobOf });
    expect(second).toMatchObject({ state: 'succeeded', batch: { clips: [{ download_url: fileOf('z') }] } });
  });

  it('is untrackable if a clip with stored jobs has no project', async () => {
    const followed_jobs = [{ job_id: 'job-z', status: 'running' }];
    const clips = [{ clip_id: 'a', project_id: '', followed_jobs }];
    const handle: BatchHandle = { version: 1, batch: { batch_id: 'b1', status: 'running', clips } };
    expect((await lists({}).client.clips.check(handle)).state).toBe('untrackable');
  });

  it('continues with the jobs of its handle if jobOf is missing', async () => {
    const batch = batchOf(clip('a', { export_id: null }));
    const jobOf = (_: unknown, [first]: readonly Job[]) => first;
    const { handle } = await lists({ a: [exportJob('z', 'running')] }).client.clips.check(batch, { jobOf });
    const check = await lists({ a: [ended('z')] }).client.clips.check(transfer(handle));
    expect(check).toMatchObject({ state: 'succeeded', batch: { clips: [{ download_url: fileOf('z') }] } });
  });
});

describe('successive checks in different processes', () => {
  const open = fc.record({ status: fc.constantFrom('queued', 'running', 'odd'), isWhole: fc.boolean() });
  const final = fc.record({
    status: fc.constantFrom('done', 'failed', 'canceled'),
    isWhole: fc.boolean(),
    completed_at: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
  });
  /** The states of a job in successive lists. A list may omit the job (null), but the last list has all its fields. */
  const history = fc
    .tuple(fc.array(fc.option(open), { maxLength: 4 }), final, fc.array(fc.boolean(), { maxLength: 3 }))
    .map(([before, last, after]) => [
      ...before,
      ...after.map((isListed) => (isListed ? last : null)),
      { ...last, isWhole: true },
    ]);
  interface State {
    status: string;
    isWhole: boolean;
    completed_at?: string | null;
  }
  const toJob = (name: string, { status, isWhole, completed_at = null }: State) => {
    const job = { ...exportJob(name, status), completed_at };
    const download_url = status === 'done' ? `https://video.test/${name}` : null;
    return isWhole ? wholeJob({ ...job, download_url }) : job;
  };
  const listsOf = (name: string, states: readonly (State | null)[]) =>
    states.map((state) => (state === null ? [] : [toJob(name, state)]));
  it('have the same result as a wait for the job', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (states) => {
        const lists = { a: listsOf('a', states) };
        const job = { ...stored, status: 'queued' };
        const responder = projectJobs(lists);
        const checked = await checkUntilEnd((next) => clientOf(responder).jobs.check(next as never), job);
        const waited = await runTimers(conclude(clientOf(projectJobs(lists)).jobs.wait(job)));
        expect(checked.error?.name ?? checked.job).toEqual(waited);
      }),
      { numRuns: 300 },
    );
  });

  it('have the same result as a wait for the clips', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (one, two) => {
        const lists = { a: listsOf('a', one), b: listsOf('b', two) };
        const batch = batchOf(clip('a'), clip('b'));
        const responder = projectJobs(lists);
        const checked = await checkUntilEnd((next) => clientOf(responder).clips.check(next as never), batch);
        const waited = await runTimers(conclude(clientOf(projectJobs(lists)).clips.wait(batch)));
        // A wait succeeds if only some clips failed, but a check does not.
        const found = typeof waited === 'string' ? checked.error?.name : statusesOf(checked.batch);
        expect(found).toEqual(waited);
      }),
      { numRuns: 300 },
    );
  });
});
