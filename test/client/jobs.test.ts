import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import type { Job, JobReference, WaitOptions } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  apiKey,
  deepArray,
  errorResponse,
  json,
  rejectionOf,
  type Sent,
  type StubResponse,
  stubClient,
  wholeJob,
} from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const statusUrl = 'https://video.test/api/v1/jobs/j1';
const started = { job_id: 'j1', status: 'queued', status_url: statusUrl, cancel_url: `${statusUrl}/cancel` };
const at = (status: string, more: Partial<Job> = {}): Job => ({ job_id: 'j1', status, ...more });
const noRetries = { maxRetries: 0 };

const failAtOnce = () => {
  throw new Error('disk full');
};

/** Runs all timers and returns the value that the promise resolves to. */
async function runTimers<T>(work: PromiseLike<T>): Promise<T> {
  const [value] = await Promise.all([work, vi.runAllTimersAsync()]);
  return value;
}

describe('a job', () => {
  it.each([
    ['a job start', started],
    ['a URL', statusUrl],
    ['an absolute path', '/api/v1/jobs/j1'],
    ['a path relative to the base URL', 'jobs/j1'],
  ])('can be referenced by %s', async (_, reference) => {
    const { client, sent } = stubClient([json(at('running'))]);
    expect(await client.jobs.retrieve(reference)).toEqual(at('running'));
    expect(sent).toMatchObject([{ method: 'GET', url: statusUrl }]);
  });

  it.each([
    ['a URL on another origin', 'https://evil.test/api/v1/jobs/j1'],
    ['a URL with another scheme', 'http://video.test/api/v1/jobs/j1'],
    ['a URL with another port', 'https://video.test:8443/api/v1/jobs/j1'],
    ['a URL without a scheme', '//evil.test/jobs/j1'],
    ['a URL with backslashes instead of slashes', '\\\\evil.test/jobs/j1'],
    ['a URL with a tab before the slashes', '\t//evil.test/jobs/j1'],
    ['a javascript: URL', 'javascript:alert(1)'],
    ['a blob: URL of the origin', 'blob:https://video.test/api/v1/jobs/j1'],
    ['a URL with credentials', 'https://user:pass@video.test/jobs/j1'],
    ['a URL whose host begins with the service’s host', 'https://video.test.evil.test/jobs/j1'],
    ['an empty string', ''],
  ])('cannot be referenced by %s', async (_, url) => {
    const { client, sent } = stubClient([json(at('done'))]);
    const job = { ...started, status_url: url, cancel_url: url };
    const errors = [
      await rejectionOf(client.jobs.retrieve(job)),
      await rejectionOf(client.jobs.retrieve(url)),
      await rejectionOf(client.jobs.cancel(job)),
      await rejectionOf(client.jobs.wait(job)),
      await rejectionOf(client.follow({ method: 'POST', path: url })),
      await rejectionOf(client.request('GET', url)),
    ];
    for (const error of errors) expect(error).toHaveProperty('name', 'RequestValidationError');
    expect(sent).toEqual([]);
    expect(inspect(errors, { depth: 9 })).not.toContain(apiKey);
  });

  it('cannot be referenced by only its id, or by a call that was not awaited', async () => {
    const { client, sent } = stubClient([json(at('running'))]);
    const batch = Promise.resolve({ batch_id: 'b1', status: 'queued', clips: [] });
    const refusals = [
      await rejectionOf(client.jobs.wait('j1')),
      await rejectionOf(client.jobs.wait(Promise.resolve(started) as never)),
      await rejectionOf(client.clips.wait(batch as never)),
    ];
    expect(refusals.map(String)).toEqual([
      'RequestValidationError: jobs.wait did not start: status_url must be a URL or a path, not an identifier or JSON text: for a job by its identifiers, pass { job_id, project_id }',
      'RequestValidationError: jobs.wait did not start: status_url is missing: pass the whole object as the service sent it, and await the call that returns it',
      'RequestValidationError: clips.wait did not start: batch is not a batch of clips: await the call that returns it',
    ]);
    expect(sent).toEqual([]);
  });

  it.each(['retrieve', 'cancel', 'wait'] as const)(
    'cannot be passed to %s with only its project_id',
    async (method) => {
      const { client, sent } = stubClient([json({ jobs: [{ status: 'running', cancel_url: '/cancel' }] })]);
      const error = await rejectionOf(client.jobs[method]({ project_id: 'p1' } as never));
      expect(error).toMatchObject({ name: 'RequestValidationError', message: expect.stringContaining('is missing') });
      expect(sent).toEqual([]);
    },
  );

  it('cannot be passed as a batch, nor a batch as a job, and the error names the right method', async () => {
    const { client, sent } = stubClient([json(at('running'))]);
    const batch = { batch_id: 'b1', status: 'completed', clips: [] } as never;
    const refusals = [
      await rejectionOf(client.jobs.wait(batch)),
      await rejectionOf(client.jobs.watch(batch).next()),
      await rejectionOf(client.clips.wait(started as never)),
      await rejectionOf(client.clips.watch(started as never).next()),
    ];
    expect(refusals.map(String)).toEqual([
      'RequestValidationError: jobs.wait did not start: job is a batch of clips: pass it to clips.wait',
      'RequestValidationError: jobs.watch did not start: job is a batch of clips: pass it to clips.watch',
      'RequestValidationError: clips.wait did not start: batch is a job: pass it to jobs.wait',
      'RequestValidationError: clips.watch did not start: batch is a job: pass it to jobs.watch',
    ]);
    expect(sent).toEqual([]);
  });

  it.each([
    ['/api/v1', 'https://video.test/api/v1'],
    ['/api/v1?job=j1', 'https://video.test/api/v1?job=j1'],
    ['/api/v1/jobs?next=/x', 'https://video.test/api/v1/jobs?next=/x'],
    ['/v2/async/j1', 'https://video.test/v2/async/j1'],
    ['/', 'https://video.test/'],
    ['async/j1?token=a%2Fb', 'https://video.test/api/v1/async/j1?token=a%2Fb'],
    ['?job=j1', 'https://video.test/api/v1/?job=j1'],
    ['../v2/jobs/j1', 'https://video.test/api/v2/jobs/j1'],
  ])('with the path %s is retrieved from %s', async (path, url) => {
    const { client, sent } = stubClient([json(at('done'))]);
    await client.jobs.retrieve(path);
    expect(sent[0]?.url).toBe(url);
  });

  it.each(['report', 'strict', 'off'] as const)(
    'must have the requested job_id in validation mode %s',
    async (validation) => {
      const { client, sent } = stubClient([json({ ...at('done'), job_id: 'OTHER' })], { validation });
      const errors = [await rejectionOf(client.jobs.retrieve(started)), await rejectionOf(client.jobs.wait(started))];
      for (const error of errors)
        expect(error).toMatchObject({
          name: 'ResponseValidationError',
          issues: [{ path: 'job_id', message: 'must be "j1", not "OTHER"' }],
        });
      expect(sent).toHaveLength(2);
    },
  );

  it('can be returned with a job_id in another letter case, or with any job_id if a URL was passed', async () => {
    const upper = { ...at('done'), job_id: 'J1' };
    const { client } = stubClient([json(upper), json(upper), json({ jobs: [at('done')] })]);
    expect(await client.jobs.retrieve(started)).toEqual(upper);
    expect(await client.jobs.retrieve(statusUrl)).toEqual(upper);
    expect(await client.jobs.retrieve({ job_id: 'J1', project_id: 'p1' })).toEqual(at('done'));
  });

  it('is found by its exact job_id if another job’s id differs only by case', async () => {
    const { client } = stubClient([json({ jobs: [at('failed', { job_id: 'aB3' }), at('done', { job_id: 'Ab3' })] })]);
    const found = await client.jobs.retrieve({ job_id: 'Ab3', project_id: 'p1' });
    expect(found).toMatchObject({ job_id: 'Ab3', status: 'done' });
  });

  it('referenced by a path is never retrieved from another host', async () => {
    const { client, sent } = stubClient([json(at('done'))]);
    for (const path of ['/@evil.test/x', '/api/v1\\@evil.test/x', 'evil.test/x']) await client.jobs.retrieve(path);
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(['video.test', 'video.test', 'video.test']);
    for (const path of ['/\\evil.test/x', '\\/evil.test/x', '/\t/evil.test/x'])
      expect(await rejectionOf(client.jobs.retrieve(path))).toHaveProperty('name', 'RequestValidationError');
    expect(sent).toHaveLength(3);
  });

  it('can be referenced by a URL on a trusted origin', async () => {
    const { client, sent } = stubClient([json(at('done'))], { trustedOrigins: ['https://jobs.test/ignored'] });
    await client.jobs.retrieve('https://jobs.test/j1');
    await client.jobs.retrieve('//jobs.test/j1');
    expect(sent.map(({ url }) => url)).toEqual(['https://jobs.test/j1', 'https://jobs.test/j1']);
  });

  it('is canceled with a POST without a body', async () => {
    const { client, sent } = stubClient([json(at('cancelled'))]);
    expect(await client.jobs.cancel(started)).toHaveProperty('status', 'cancelled');
    expect(sent).toMatchObject([{ method: 'POST', url: `${statusUrl}/cancel` }]);
    expect(sent[0]?.init.body).toBeUndefined();
  });

  it('is canceled with the method of the next action that has the job’s cancel_url', async () => {
    const next_actions = [
      { method: 'GET', path: statusUrl },
      { method: 'get', path: started.cancel_url },
      { method: 'HEAD', path: started.cancel_url },
      { method: 'delete', path: '/api/v1/jobs/j1/cancel' },
    ];
    const { client, sent } = stubClient([json(at('cancelled'))]);
    await client.jobs.cancel({ ...started, next_actions });
    expect(sent).toMatchObject([{ method: 'DELETE', url: `${statusUrl}/cancel` }]);
  });

  it('is canceled with the method of a next action whose path has no leading slash', async () => {
    const { client, sent } = stubClient([json(at('cancelled'))]);
    const next_actions = [{ method: 'DELETE', path: 'jobs/j1/cancel' }];
    await client.jobs.cancel({ ...started, next_actions });
    expect(sent).toMatchObject([{ method: 'DELETE', url: `${statusUrl}/cancel` }]);
  });

  it.each([
    [99, 'DELETE'],
    [100, 'POST'],
  ])('with %i next actions before its cancel action is canceled with %s', async (others, method) => {
    const { client, sent } = stubClient([json(at('cancelled'))]);
    const other = { method: 'POST', path: '/other' };
    const next_actions = [...Array(others).fill(other), { method: 'DELETE', path: started.cancel_url }];
    await client.jobs.cancel({ ...started, next_actions });
    expect(sent).toMatchObject([{ method, url: `${statusUrl}/cancel` }]);
  });

  it.each([{}, 'none', [null], [7], [{ path: 7, method: 7 }]])(
    'is canceled with POST if its next actions are %j',
    async (odd) => {
      const { client, sent } = stubClient([json(at('cancelled'))]);
      await client.jobs.cancel({ ...started, next_actions: odd as never });
      expect(sent).toMatchObject([{ method: 'POST', url: `${statusUrl}/cancel` }]);
    },
  );

  it('is not canceled if the next action’s method is not a string', async () => {
    const { client, sent } = stubClient([json(at('cancelled'))]);
    const next_actions = [{ method: { toString: 1 } as never, path: 'jobs/j1/cancel' }];
    expect(await rejectionOf(client.jobs.cancel({ ...started, next_actions }))).toMatchObject({
      name: 'RequestValidationError',
      message: expect.stringContaining('method must be one of'),
    });
    expect(sent).toEqual([]);
  });

  it('is looked up in its project’s jobs if it has no URL', async () => {
    const { client, sent } = stubClient([json({ jobs: [{ job_id: 'j0', status: 'done' }, at('running')] })]);
    expect(await client.jobs.retrieve({ ...at('queued'), project_id: 'p1' })).toEqual(at('running'));
    expect(sent[0]?.url).toBe('https://video.test/api/v1/projects/p1/jobs');
    const unlisted = { job_id: 'j9', status: 'queued', project_id: 'p1' };
    expect(await rejectionOf(client.jobs.retrieve(unlisted))).toMatchObject({
      name: 'RequestValidationError',
      message: "jobs.retrieve found no job: status_url is missing, and the project's jobs do not include j9",
    });
  });
});

it('client.follow sends a request with the method and the path of a next action', async () => {
  const { client, sent } = stubClient([json({ ok: 1 })]);
  expect(await client.follow({ method: 'post', path: '/onboarding/next', reason: 'why not' })).toEqual({ ok: 1 });
  expect(sent).toMatchObject([{ method: 'POST', url: 'https://video.test/api/v1/onboarding/next' }]);
});

describe('a wait', () => {
  it('returns the final state of a successful job, and reports each state', async () => {
    const seen: string[] = [];
    const { client, sent } = stubClient([json(at('queued')), json(at('running')), json(at('COMPLETED'))]);
    const job = await runTimers(client.jobs.wait(started, { onProgress: ({ status }) => seen.push(status) }));
    expect(job).toEqual(at('COMPLETED'));
    expect(seen).toEqual(['queued', 'running', 'COMPLETED']);
    expect(new Set(sent.map(({ url }) => url))).toEqual(new Set([statusUrl]));
  });

  it.each([
    ...['complete', 'completed', 'COMPLETED_WITH_WARNINGS', 'succeeded', 'success', 'done', 'ready', 'Ready'],
    ...['finished', 'available', 'rendered'],
  ])('resolves with the status "%s"', async (status) => {
    const { client } = stubClient([json(at(status))]);
    expect(await client.jobs.wait(started)).toEqual(at(status));
  });

  const completed_at = '2026-01-01T00:00:00Z';
  it.each<[string, Partial<Job>]>([
    ['a result', { result: { segments: 3 } }],
    ['a file', { download_url: 'https://video.test/a.wav' }],
  ])('resolves with an unknown status if the job has completed_at and %s', async (_, more) => {
    const { client } = stubClient([json(at('archived', { completed_at, ...more }))]);
    expect(await client.jobs.wait(started)).toHaveProperty('status', 'archived');
  });

  it.each<[string, Job, string, string]>([
    ['failed', at('failed', { error: 'Out of disk' }), 'JobFailedError', 'Job j1 failed: Out of disk'],
    ['error', at('error'), 'JobFailedError', 'Job j1 failed: error'],
    ['expired', at('expired'), 'JobFailedError', 'Job j1 failed: expired'],
    ...['failure', 'errored', 'rejected', 'aborted', 'timed_out', 'TIMEOUT'].map(
      (status): [string, Job, string, string] => [status, at(status), 'JobFailedError', `Job j1 failed: ${status}`],
    ),
    [
      'x, completed_at and an error',
      at('x', { completed_at, error: 'Half', result: {} }),
      'JobFailedError',
      'Job j1 failed: Half',
    ],
    ['x, completed_at and no result', at('x', { completed_at }), 'JobFailedError', 'Job j1 failed: x'],
    [
      'failed and an error that is not a string',
      at('failed', { error: { code: 7 } as never }),
      'JobFailedError',
      'Job j1 failed: {"code":7}',
    ],
    [
      'cancelled',
      at('cancelled'),
      'JobCanceledError',
      'Job j1 was canceled. To start again, repeat the call, with another Idempotency-Key if it takes one',
    ],
    [
      'canceled',
      at('Canceled', { error: 'by user' }),
      'JobCanceledError',
      'Job j1 was canceled. To start again, repeat the call, with another Idempotency-Key if it takes one',
    ],
  ])('rejects if the job has the status %s', async (_, job, name, message) => {
    const { client } = stubClient([json(job)]);
    expect(await rejectionOf(client.jobs.wait(started))).toMatchObject({ name, message, job, batch: null });
  });

  it('rejects with the job’s status in the message if the job’s error is nested too deeply for JSON', async () => {
    const { client } = stubClient([new Response(`{"job_id":"j1","status":"failed","error":[${deepArray}]}`)]);
    expect(await rejectionOf(client.jobs.wait(started))).toMatchObject({
      name: 'JobFailedError',
      message: 'Job j1 failed: failed',
    });
  });

  it('does not send a request for a job that is already final and has no URL', async () => {
    const { client, sent } = stubClient([]);
    expect(await client.jobs.wait(at('done'))).toEqual(at('done'));
    expect(await rejectionOf(client.jobs.wait(at('failed')))).toHaveProperty('name', 'JobFailedError');
    expect(sent).toEqual([]);
  });

  it('reads a job with a status URL once, even if the status that was passed is final', async () => {
    const { client, sent } = stubClient([json(at('done', { download_url: 'https://video.test/a.wav' }))]);
    const job = await client.jobs.wait({ ...started, status: 'done' });
    expect(job.download_url).toBe('https://video.test/a.wav');
    expect(sent).toHaveLength(1);
  });

  it('resolves with the first state for which isFinal returns true', async () => {
    const { client, sent } = stubClient([json(at('ready')), json(at('published', { result: {} }))]);
    const job = await runTimers(client.jobs.wait(started, { isFinal: ({ status }) => status === 'published' }));
    expect(job).toHaveProperty('status', 'published');
    expect(sent).toHaveLength(2);
  });

  it('increases its interval by half up to maxInterval, and shortens it by jitter', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const moments: number[] = [];
    const startTime = Date.now();
    const respond = () => {
      moments.push(Date.now() - startTime);
      return json(at(moments.length === 6 ? 'done' : 'running'));
    };
    await runTimers(stubClient([respond]).client.jobs.wait(started, { interval: 100, maxInterval: 250 }));
    expect(moments).toEqual([0, 100, 250, 475, 725, 975]);
    moments.length = 0;
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const later = Date.now() - startTime;
    await runTimers(stubClient([respond]).client.jobs.wait(started, { interval: 100, maxInterval: 100 }));
    expect(moments.map((moment) => moment - later)).toEqual([0, 75, 150, 225, 300, 375]);
  });

  it.each([
    ['a response', json(at('running'), 200, { 'retry-after': '30' })],
    ['an error', errorResponse(503, 'x', { 'retry-after': '30' })],
  ])('delays the next poll after %s with Retry-After', async (_, response) => {
    const startTime = Date.now();
    const { client } = stubClient([response, json(at('done'))], noRetries);
    await runTimers(client.jobs.wait(started, { interval: 10 }));
    expect(Date.now() - startTime).toBe(30_000);
  });

  it('measures the interval from the response, so the time that onProgress takes counts towards the interval', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const moments: number[] = [];
    const startTime = Date.now();
    const respond = () => {
      moments.push(Date.now() - startTime);
      return json(at(moments.length === 3 ? 'done' : 'running'));
    };
    const onProgress = () => new Promise((resolve) => setTimeout(resolve, moments.length === 1 ? 400 : 5_000));
    await runTimers(stubClient([respond]).client.jobs.wait(started, { onProgress }));
    expect(moments).toEqual([0, 1_000, 6_000]);
  });

  it('waits for the interval even if Retry-After is 0', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const startTime = Date.now();
    const { client } = stubClient([json(at('running'), 200, { 'retry-after': '0' }), json(at('done'))]);
    await runTimers(client.jobs.wait(started));
    expect(Date.now() - startTime).toBe(1_000);
  });

  it('respects a Retry-After below 100 ms at first, and lengthens the delay with each poll up to 100 ms', async () => {
    const moments: number[] = [];
    const respond = () => {
      moments.push(Date.now());
      return json(at(moments.length === 7 ? 'done' : 'running'), 200, { 'retry-after-ms': '20' });
    };
    await runTimers(stubClient([respond]).client.jobs.wait(started));
    const delays = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(delays).toEqual([20, 30, 45, 68, 101, 100].map((delay) => expect.closeTo(delay, -0.5)));
  });

  it('continues after transient failures', async () => {
    const down: StubResponse[] = [
      errorResponse(500, 'x'),
      errorResponse(429, 'x'),
      errorResponse(408, 'x'),
      new TypeError('fetch failed'),
    ];
    const { client, sent } = stubClient([...down, json(at('done'))], noRetries);
    expect(await runTimers(client.jobs.wait(started))).toEqual(at('done'));
    expect(sent).toHaveLength(5);
  });

  it.each([401, 403, 404])('rejects when a poll gets a %i', async (status) => {
    const { client, sent } = stubClient([json(at('running')), errorResponse(status, 'x')]);
    expect(await runTimers(rejectionOf(client.jobs.wait(started)))).toMatchObject({ status });
    expect(sent).toHaveLength(2);
  });

  it('rejects with the last state and advice when it times out', async () => {
    const { client } = stubClient([json(at('running', { progress: 40 }))]);
    const error = await runTimers(rejectionOf(client.jobs.wait(started, { timeout: 5_000 })));
    expect(error).toMatchObject({ name: 'WaitTimeoutError', job: { progress: 40 }, batch: null });
    expect(error).toHaveProperty(
      'message',
      'jobs.wait exceeded its timeout of 5000 ms; last seen: running, 40 %. The work continues: raise timeout, or wait again with the same job',
    );
    const silent = stubClient([() => new Promise<Response>(() => {})]).client;
    expect(await runTimers(rejectionOf(silent.jobs.wait(statusUrl, { timeout: 50 })))).toMatchObject({
      job: null,
      message: expect.stringContaining('; no state was received. The work continues'),
    });
    const odd = stubClient([json(at(`running ${apiKey} ${'x'.repeat(9_999)}`))]).client;
    const { message } = (await runTimers(rejectionOf(odd.jobs.wait(started, { timeout: 5_000 })))) as Error;
    expect(message).toMatch(/; last seen: running \[API key\] x{60,90}\. The work continues: /);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects when it is aborted during or between polls, and removes its timers and listeners', async () => {
    for (const response of [json(at('running')), () => new Promise<Response>(() => {})]) {
      const controller = new AbortController();
      const error = rejectionOf(stubClient([response]).client.jobs.wait(started, { signal: controller.signal }));
      await vi.advanceTimersByTimeAsync(100);
      controller.abort('enough');
      expect(await error).toMatchObject({ name: 'AbortError', cause: 'enough' });
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it.each([
    ['a response', json(at('running'), 200, { 'retry-after': '99999999' }), {}, 60_000],
    ['a 429', errorResponse(429, 'x', { 'retry-after': '99999999' }), {}, 60_000],
    ['a response, within the limit', json(at('running'), 200, { 'retry-after': '7' }), { maxRetryAfter: 7_000 }, 7_000],
    ['a response, above the limit', json(at('running'), 200, { 'retry-after': '7' }), { maxRetryAfter: 6_999 }, 6_999],
    ['a response, with a limit of 0', json(at('running'), 200, { 'retry-after': '7' }), { maxRetryAfter: 0 }, 1_000],
  ])('waits for Retry-After, up to maxRetryAfter: %s', async (_, reply, options, delay) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const start = Date.now();
    const { client, sent } = stubClient([reply, json(at('done'))], options);
    await runTimers(client.jobs.wait(started));
    expect(Date.now() - start).toBe(delay);
    expect(sent).toHaveLength(2);
  });

  it('does not start if the signal is already aborted', async () => {
    const { client, sent } = stubClient([json(at('done'))]);
    const error = await rejectionOf(client.jobs.wait(started, { signal: AbortSignal.abort('before') }));
    expect(error).toMatchObject({ name: 'AbortError', cause: 'before' });
    const final = await rejectionOf(client.jobs.wait(at('done'), { signal: AbortSignal.abort('before') }));
    expect(final).toMatchObject({ name: 'AbortError', cause: 'before' });
    expect(sent).toEqual([]);
  });

  it('cancels the job on abort with cancelOnAbort', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([json(at('running', { status_url: statusUrl }))]);
    const error = rejectionOf(client.jobs.wait(started, { signal: controller.signal, cancelOnAbort: true }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({
      name: 'AbortError',
      cause: 'enough',
      message: expect.stringContaining('; jobs canceled: 1'),
    });
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url: `${statusUrl}/cancel` });
  });

  it.each<[string, Partial<Job>, string[], string]>([
    [
      'cancels the job at the cancel_url that the poll returned',
      { cancel_url: '/jobs/1/end' },
      ['GET', 'GET', 'POST'],
      '; jobs canceled: 1',
    ],
    [
      'does not cancel the job if it has no cancel_url',
      { cancel_url: null },
      ['GET', 'GET'],
      '; jobs canceled: 0, failed: 1',
    ],
  ])('with only a status URL %s when it is aborted with cancelOnAbort', async (_, fields, methods, message) => {
    const controller = new AbortController();
    const { client, sent } = stubClient([errorResponse(503, 'busy'), json({ ...at('running'), ...fields })], {
      maxRetries: 0,
    });
    const error = rejectionOf(client.jobs.wait(statusUrl, { signal: controller.signal, cancelOnAbort: true }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({ name: 'AbortError', message: expect.stringContaining(message) });
    expect(sent.map(({ method }) => method)).toEqual(methods);
    expect(sent.filter(({ method, url }) => method === 'POST' && url === statusUrl)).toEqual([]);
  });

  it.each<[string, JobReference, WaitOptions<Job>]>([
    ['a job start whose status is success', { ...started, status: 'success' }, {}],
    [
      'a stored job',
      { ...started, status: undefined, project_id: 'p1' },
      { isFinal: (job) => job.status.endsWith('ed') },
    ],
    [
      'a stored job, with isFinal always true',
      { ...started, status: undefined, project_id: 'p1' },
      { isFinal: () => true },
    ],
  ])('does not treat the job as final before reading it: %s', async (_, job, options) => {
    const controller = new AbortController();
    const { client, sent } = stubClient([(request) => (request.method === 'GET' ? new Promise(() => {}) : json({}))]);
    const all = { ...options, signal: controller.signal, cancelOnAbort: true };
    const error = rejectionOf(client.jobs.wait(job, all));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    expect(await error).toMatchObject({ message: expect.stringContaining('; jobs canceled: 1') });
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url: `${statusUrl}/cancel` });
  });

  it.each([started, statusUrl])('does not cancel a job on abort if the job has just ended: %j', async (job) => {
    const controller = new AbortController();
    const { client, sent } = stubClient([json({ ...at('completed'), cancel_url: '/jobs/1/end' })]);
    const onProgress = () => controller.abort();
    const wait = client.jobs.wait(job, { signal: controller.signal, cancelOnAbort: true, onProgress });
    expect(await rejectionOf(wait)).toMatchObject({ message: expect.stringContaining('; jobs canceled: 0') });
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
  });

  it('rejects with AbortError even if the job cannot be canceled', async () => {
    const controller = new AbortController();
    const { client } = stubClient([json(at('running')), errorResponse(404, 'gone')]);
    const error = rejectionOf(client.jobs.wait(started, { signal: controller.signal, cancelOnAbort: true }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('; jobs canceled: 0, failed: 1 (jobs.cancel'),
    });
  });

  it.each<[string, () => unknown]>([
    ['throws', failAtOnce],
    ['rejects', async () => failAtOnce()],
  ])('continues and logs the error if onProgress %s', async (_, onProgress) => {
    const logger = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { client } = stubClient([json(at('running')), json(at('done'))], { logger });
    expect(await runTimers(client.jobs.wait(started, { onProgress }))).toEqual(at('done'));
    const line = ['clipwright: onProgress of jobs.wait threw', new Error('disk full')];
    expect(logger.error.mock.calls).toEqual([line, line]);
  });

  it.each<[string, (state: AbortController) => WaitOptions<Job>, object]>([
    ['times out', () => ({ timeout: 5_000 }), { name: 'WaitTimeoutError', job: at('running') }],
    ['can be aborted', ({ signal }) => ({ signal }), { name: 'AbortError', cause: 'enough' }],
  ])('%s even if onProgress never settles', async (_, options, expected) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 5_000);
    const { client, sent } = stubClient([json(at('running'))]);
    const onProgress = () => new Promise(() => {});
    const error = await runTimers(rejectionOf(client.jobs.wait(started, { ...options(controller), onProgress })));
    expect(error).toMatchObject(expected);
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([{ interval: 0 }, { maxInterval: -1 }, { timeout: Number.NaN }, { isFinal: 1 }, { pause: 1 }])(
    'rejects the options %j',
    async (options) => {
      const { client, sent } = stubClient([json(at('done'))]);
      const error = await rejectionOf(client.jobs.wait(started, options as never));
      expect(error).toMatchObject({
        name: 'RequestValidationError',
        issues: [{ path: `options.${Object.keys(options)[0]}` }],
      });
      expect(sent).toEqual([]);
    },
  );
});

describe('the option outcome', () => {
  it('decides whether a job has ended, and whether it succeeded', async () => {
    const outcome = ({ status }: Job) =>
      status === 'published' ? 'succeeded' : status === 'lost' ? 'failed' : undefined;
    const { client } = stubClient([json(at('done')), json(at('published', { error: 'a remark' })), json(at('lost'))]);
    expect(await runTimers(client.jobs.wait(started, { outcome }))).toHaveProperty('status', 'published');
    expect(await rejectionOf(client.jobs.wait(started, { outcome }))).toHaveProperty('message', 'Job j1 failed: lost');
  });

  it('decides the result of a job for which isFinal returns true; if outcome returns undefined, the status decides', async () => {
    const options = {
      isFinal: () => true,
      outcome: ({ status }: Job) => (status === 'x' ? 'canceled' : undefined),
    } as const;
    const { client } = stubClient([json(at('x')), json(at('done'))]);
    expect(await rejectionOf(client.jobs.wait(started, options))).toHaveProperty('name', 'JobCanceledError');
    expect(await client.jobs.wait(started, options)).toHaveProperty('status', 'done');
  });

  it('ends the wait with an error if it returns an invalid value', async () => {
    const { client, sent } = stubClient([json(at('done'))]);
    const error = await rejectionOf(client.jobs.wait(started, { outcome: () => 'done' as never }));
    expect(error).toMatchObject({
      name: 'RequestValidationError',
      message:
        'jobs.wait stopped: options.outcome returned a value that must be one of "succeeded", "failed", "canceled"',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('a final status', () => {
  it.each(['0001-01-01T00:00:00Z', '00010101T000000Z', '0000-12-31T19:00:00-05:00', null, ''])(
    'is not implied by the completed_at %j',
    async (completed_at) => {
      const { client, sent } = stubClient([
        json(at('PENDING', { completed_at })),
        json(at('COMPLETED', { completed_at })),
      ]);
      expect(await runTimers(client.jobs.wait(started))).toHaveProperty('status', 'COMPLETED');
      expect(sent).toHaveLength(2);
    },
  );

  it.each(['1970-01-01T00:00:00Z', '2026-11-21T21:06:48.368217+02:00', '20261121T210648Z'])(
    'is implied by the completed_at %j',
    async (completed_at) => {
      const { client, sent } = stubClient([json(at('archived', { completed_at, result: {} }))]);
      expect(await runTimers(client.jobs.wait(started))).toHaveProperty('status', 'archived');
      expect(sent).toHaveLength(1);
    },
  );

  it('that means success takes precedence over the error field', async () => {
    const { client } = stubClient([json(at('succeeded', { error: 'Low volume' }))]);
    expect(await client.jobs.wait(started)).toHaveProperty('error', 'Low volume');
  });
});

describe('a poll', () => {
  it('ends the wait if it gets a 500 with a failed job as its body', async () => {
    const body = json({ ...started, status: 'failed', error: 'Too dark' }, 500);
    const { client, sent } = stubClient([body], { maxRetries: 0 });
    expect(await rejectionOf(client.jobs.wait(started))).toMatchObject({
      name: 'ServerError',
      body: { status: 'failed', error: 'Too dark' },
    });
    expect(sent).toHaveLength(1);
  });

  const moved = (location: string, status = 303) => new Response(null, { status, headers: { location } });

  it.each([301, 302, 303, 307, 308])('follows a %i redirect', async (status) => {
    const { client, sent } = stubClient([moved('../results/j1?part=1', status), json(at('done'))]);
    expect(await client.jobs.wait(started)).toHaveProperty('status', 'done');
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${statusUrl}`,
      'GET https://video.test/api/v1/results/j1?part=1',
    ]);
  });

  it('follows at most 5 redirects', async () => {
    const { client, sent } = stubClient([moved(statusUrl)]);
    expect(await rejectionOf(client.jobs.retrieve(started))).toMatchObject({ name: 'ApiError', status: 303 });
    expect(sent).toHaveLength(6);
  });

  it('does not follow a redirect to an unknown origin', async () => {
    const { client, sent } = stubClient([moved('https://evil.test/j1')]);
    const error = await rejectionOf(client.jobs.wait(started));
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('status_url is on https://evil.test, but the API key'),
    );
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a redirect without a location', moved('')],
    ['304', new Response(null, { status: 304, headers: { location: '/x' } })],
  ])('rejects on %s', async (_, response) => {
    const { client, sent } = stubClient([response]);
    expect(await rejectionOf(client.jobs.retrieve(started))).toHaveProperty('name', 'ApiError');
    expect(sent).toHaveLength(1);
  });

  it('is the only kind of call that follows redirects', async () => {
    const { client, sent } = stubClient([moved('/api/v1/elsewhere')]);
    for (const call of [client.jobs.list('p1'), client.jobs.cancel(started), client.request('GET', '/x')])
      expect(await rejectionOf(call)).toHaveProperty('name', 'ApiError');
    expect(sent).toHaveLength(3);
  });

  it('unwraps a response of the form { job }', async () => {
    const { client } = stubClient([json({ job: at('running') }), json({ job: at('done') })]);
    expect(await runTimers(client.jobs.wait(started))).toEqual(at('done'));
  });

  it('treats a jobs field of null as an empty list, and a job without a status as not final', async () => {
    const odd = { job_id: 'j1', project_id: 'p1', status: null };
    const done = { ...odd, status: 'done' };
    const { client } = stubClient([json({ jobs: null }), json({ jobs: [odd] }), json({ jobs: [done] })]);
    expect(await client.jobs.list('p1')).toEqual([]);
    expect(await runTimers(client.jobs.wait({ job_id: 'j1', project_id: 'p1' }))).toHaveProperty('status', 'done');
  });

  it('accepts fields that cannot be converted to a string, in its own job and in other listed jobs', async () => {
    const odd = { toString: null, valueOf: null };
    const other = { job_id: odd, type: odd, kind: odd, status: odd, completed_at: odd };
    const mine = { job_id: 'j1', project_id: 'p1', status: 'running', completed_at: odd };
    const lists = [mine, { ...mine, status: 'done' }].map((job) => json({ jobs: [other, job] }));
    const { client } = stubClient(lists);
    expect(await runTimers(client.jobs.wait({ job_id: 'j1', project_id: 'p1' }))).toHaveProperty('status', 'done');
  });

  it('does not unwrap a job that has a field named job', async () => {
    const job = { ...at('done'), job: { job_id: 'other', status: 'failed' } };
    expect(await stubClient([json(job)]).client.jobs.retrieve(started)).toEqual(job);
  });
});

describe('jobs.cancel', () => {
  it.each<[string, Response, object]>([
    ['an empty object', json({}), {}],
    ['empty', new Response(null, { status: 204 }), {}],
    ['a body that is not JSON', new Response('OK'), {}],
    ['a body that is not an object', json('ok'), {}],
    ['a job', json(at('cancelled'), 202), at('cancelled')],
    ['a job in a job field', json({ job: at('cancelled') }), at('cancelled')],
    ['a message', json({ success: true }), { success: true }],
  ])('resolves in strict mode if the response is %s', async (_, response, result) => {
    const { client } = stubClient([response], { validation: 'strict' });
    expect(await client.jobs.cancel(started)).toMatchObject(result);
  });

  it('uses the method option', async () => {
    const { client, sent } = stubClient([json({})]);
    await client.jobs.cancel(started, { method: 'DELETE' });
    await client.jobs.cancel(started.cancel_url, { method: 'PUT' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE ${started.cancel_url}`,
      `PUT ${started.cancel_url}`,
    ]);
    expect(await rejectionOf(client.jobs.cancel(started, { method: 'CANCEL' as never }))).toMatchObject({
      name: 'RequestValidationError',
      issues: [{ path: 'options.method' }],
    });
  });
});

describe('a job referenced by its ids', () => {
  const stored = { job_id: 'j1', project_id: 'p1' };
  const listed = wholeJob({
    ...at('running'),
    project_id: 'p1',
    cancel_url: started.cancel_url,
    status_url: statusUrl,
  });
  const list = 'https://video.test/api/v1/projects/p1/jobs';

  it('is read at its status URL if the list omits its result', async () => {
    const thin = at('mystery', { completed_at: '2026-01-01T00:00:00Z', status_url: statusUrl });
    const { client, sent } = stubClient([json({ jobs: [thin] }), json({ ...thin, result: { segments: 3 } })]);
    expect(await client.jobs.wait(stored)).toHaveProperty('result', { segments: 3 });
    expect(sent.map(({ url }) => url)).toEqual([list, statusUrl]);
  });

  it('can be retrieved, waited for and canceled', async () => {
    const lists = [listed, { ...listed, status: 'done' }].map((job) => json({ jobs: [job] }));
    const waiting = stubClient(lists);
    expect(await runTimers(waiting.client.jobs.wait(stored))).toHaveProperty('status', 'done');
    expect(waiting.sent.map(({ url }) => url)).toEqual([list, list]);
    const { client, sent } = stubClient([json({ jobs: [listed] })]);
    expect(await client.jobs.retrieve(stored)).toEqual(listed);
    await client.jobs.cancel(stored);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${list}`,
      `GET ${list}`,
      `POST ${started.cancel_url}`,
    ]);
  });
});

describe('a final job', () => {
  const final = at('done', { completed_at: '2026-01-01T00:00:00Z', status_url: statusUrl });
  const list = 'https://video.test/api/v1/projects/p1/jobs';

  it('with missing fields is read once at its status URL before a wait or a watch ends', async () => {
    const { client, sent } = stubClient([json({ ...final, download_url: 'https://video.test/a.wav' })]);
    expect(await client.jobs.wait(final)).toHaveProperty('download_url', 'https://video.test/a.wav');
    const seen: Job[] = [];
    for await (const job of client.jobs.watch(final)) seen.push(job);
    expect(seen).toEqual([{ ...final, download_url: 'https://video.test/a.wav' }]);
    expect(sent.map(({ url }) => url)).toEqual([statusUrl, statusUrl]);
  });

  it('is returned as listed if three reads of its status URL fail', async () => {
    const stored = { job_id: final.job_id, project_id: 'p1' };
    const respond = ({ url }: Sent) => (url === list ? json({ jobs: [final] }) : errorResponse(500, 'x'));
    for (const reference of [final, stored]) {
      const { client, sent } = stubClient([respond], { maxRetries: 0 });
      expect(await runTimers(client.jobs.wait(reference))).toEqual(final);
      expect(sent.filter(({ url }) => url === statusUrl)).toHaveLength(3);
    }
  });

  it('is returned unchanged if it has all fields or its status URL responds with 404', async () => {
    const whole = wholeJob(final);
    const { client, sent } = stubClient([errorResponse(404, 'not_found')]);
    expect(await client.jobs.wait(whole)).toEqual(whole);
    expect(sent).toEqual([]);
    expect(await client.jobs.wait(final)).toEqual(final);
    expect(sent).toHaveLength(1);
  });

  it('gets missing fields from its project’s jobs if the poll returns no result', async () => {
    const listed = { ...final, status: 'listed', result: { segments: 3 } };
    const { client, sent } = stubClient([json(final), json({ jobs: [at('x', { job_id: 'j0' }), listed] })]);
    expect(await client.jobs.wait({ ...started, project_id: 'p1' })).toEqual({ ...final, result: { segments: 3 } });
    expect(sent.map(({ url }) => url)).toEqual([statusUrl, list]);
  });

  it.each<[string, Partial<Job>]>([
    ['has a result of null', { result: null }],
    ['has no project', { project_id: null }],
  ])('is not looked up in its project’s jobs if it %s', async (_, more) => {
    const { client, sent } = stubClient([json({ ...final, project_id: 'p1', ...more })]);
    await client.jobs.wait(started);
    expect(sent).toHaveLength(1);
  });

  it('ends a wait even if its project’s jobs cannot be listed', async () => {
    const { client } = stubClient([json({ ...final, project_id: 'p1' }), errorResponse(503, 'down')], noRetries);
    expect(await client.jobs.wait(started)).toHaveProperty('status', 'done');
  });
});

describe('watching a job', () => {
  async function statuses(states: AsyncIterable<Job>): Promise<string[]> {
    const seen: string[] = [];
    for await (const { status } of states) seen.push(status);
    return seen;
  }

  it('yields every state, and does not throw when the job fails', async () => {
    const { client } = stubClient([json(at('queued')), json(at('running')), json(at('failed'))]);
    expect(await runTimers(statuses(client.jobs.watch(started)))).toEqual(['queued', 'running', 'failed']);
  });

  it('yields the only state of a job that is already final', async () => {
    expect(await statuses(stubClient([]).client.jobs.watch(at('done')))).toEqual(['done']);
  });

  it('stops at a break and clears its timers', async () => {
    const { client, sent } = stubClient([json(at('running'))]);
    for await (const _ of client.jobs.watch(started)) break;
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([
  ['a string', apiKey],
  ['a function', () => apiKey],
])('the error of a failed job does not show an API key given as %s', async (_, key) => {
  const failed = at('failed', { error: `fetch with Bearer ${apiKey} failed` });
  const { client } = stubClient([json(failed)], { apiKey: key });
  expect(await rejectionOf(client.jobs.wait(statusUrl))).toMatchObject({
    name: 'JobFailedError',
    message: 'Job j1 failed: fetch with Bearer [API key] failed',
    job: { ...failed, error: 'fetch with Bearer [API key] failed' },
  });
});
