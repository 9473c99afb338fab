import { AsyncLocalStorage } from 'node:async_hooks';
import { getEventListeners } from 'node:events';
import type { ClipBatch, Clipwright, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
const base = 'https://video.test/api/v1';
const started = (name: string): Job =>
  wholeJob({
    job_id: name,
    status: 'queued',
    project_id: 'p1',
    export_id: `export-${name}`,
    status_url: `${base}/jobs/${name}`,
  });

/** Serves each job at its URL, and the project's job list. A response that `list` returns replaces the job list. */
function service(
  state: (name: string, listCount: number) => string,
  names: string[],
  list?: (listCount: number) => StubResponse | null,
) {
  let listCount = 0;
  const job = (name: string): Job => ({ ...started(name), status: state(name, listCount) });
  return async (sent: Sent): Promise<Response> => {
    const own = sent.url.match(/\/jobs\/(\w+)$/)?.[1];
    if (own !== undefined) return json(job(own));
    listCount += 1;
    const response = list?.(listCount) ?? json({ jobs: names.map(job) });
    return response instanceof Response ? response.clone() : Promise.reject(response);
  };
}

const clip = { clip_id: 'c1', project_id: 'p1', export_id: 'export-j1', status: 'queued', qa_preview_urls: [] };
const batch: ClipBatch = { batch_id: 'b1', status: 'queued', clips: [clip] };
const doneAt = (last: number) => (_: string, listCount: number) => (listCount >= last ? 'done' : 'running');
const paths = (sent: readonly Sent[]) => sent.map(({ url }) => url.slice(base.length));
const many = Array.from({ length: 20 }, (_, index) => `j${index}`);

async function runTimers<T>(work: PromiseLike<T>): Promise<T> {
  const [value] = await Promise.all([work, vi.runAllTimersAsync()]);
  return value;
}

describe('waits of users with different API keys', () => {
  const users = new AsyncLocalStorage<string>();
  const clips = { batch_id: 'b1', clips: [{ clip_id: 'c1', project_id: 'p1', export_id: 'e1' }] };

  it.each<[string, (client: Clipwright) => Promise<{ status: string }>]>([
    ['a job', (client) => client.jobs.wait({ job_id: 'j1', project_id: 'p1' })],
    ['a batch', (client) => client.clips.wait(clips)],
  ])('for %s do not share a list, because users can see different jobs', async (_, wait) => {
    const ofAnn = { ...started('j1'), status: 'done', export_id: 'e1', download_url: 'https://files.test/of-ann' };
    const respond = ({ headers }: Sent) =>
      headers.get('authorization') === 'Bearer key-of-ann' ? json({ jobs: [ofAnn] }) : errorResponse(404, 'not_found');
    const { client } = stubClient([respond], { apiKey: () => users.getStore() ?? '', maxRetries: 0 });
    const ann = users.run('key-of-ann', () => wait(client));
    const bob = users.run('key-of-bob', () => rejectionOf(wait(client)));
    const [done, refused] = await runTimers(Promise.all([ann, bob]));
    expect(done.status).toMatch(/^(done|completed)$/);
    expect(refused).toMatchObject({ name: expect.stringMatching(/^(NotFound|UntrackableBatch)Error$/) });
    expect(JSON.stringify(refused)).not.toContain('of-ann');
  });
});

describe('waits in Cloudflare Workers', () => {
  it('do not share a list, because a request in a Worker cannot use another request’s promises', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    const job = { ...started('j1'), status: 'done', download_url: 'https://files.test/1' };
    const { client, sent } = stubClient([() => json({ jobs: [job] })]);
    await runTimers(Promise.all([client.clips.wait(batch), client.clips.wait(batch)]));
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/projects/p1/jobs']);
  });
});

describe('waits on one project', () => {
  it('share one poll per round, and each receives every state of its job', async () => {
    const { client, sent } = stubClient([service(doneAt(3), many)]);
    const seen: string[] = [];
    const onProgress = ({ job_id, status }: Job) => job_id === 'j7' && seen.push(status);
    const jobs = await runTimers(Promise.all(many.map((name) => client.jobs.wait(started(name), { onProgress }))));
    expect(jobs.map(({ job_id }) => job_id)).toEqual(many);
    expect(seen).toEqual(['running', 'running', 'done']);
    expect(paths(sent)).toEqual(Array(3).fill('/projects/p1/jobs'));
  });

  it.each<[string, (client: Clipwright, options: object) => (name: string) => Promise<unknown>]>([
    ['a job', (client, options) => (name) => client.jobs.wait(started(name), options)],
    ['a batch', (client, options) => () => client.clips.wait(batch, options)],
  ])('for %s continue to poll together for many rounds', async (_, waitWith) => {
    const { client, sent } = stubClient([service(doneAt(40), many)]);
    const wait = waitWith(client, { interval: 1_000, maxInterval: 1_000 });
    const ends: number[] = [];
    await runTimers(Promise.all(many.map((name) => wait(name).then(() => ends.push(Date.now())))));
    expect(sent).toHaveLength(40);
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(250);
  });

  it('share the poll with watches and batch waits', async () => {
    const names = ['j1', 'j2', 'j3'];
    const { client, sent } = stubClient([service(doneAt(2), names)]);
    const watch = async () => {
      for await (const { job_id } of client.jobs.watch(started('j2'))) expect(job_id).toBe('j2');
    };
    await runTimers(Promise.all([client.jobs.wait(started('j1')), watch(), client.clips.wait(batch)]));
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/projects/p1/jobs']);
  });

  it('share the poll as soon as a job’s state names its project', async () => {
    const { client, sent } = stubClient([service(doneAt(2), ['j1', 'j2'])]);
    await runTimers(Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(`${base}/jobs/${name}`))));
    expect(paths(sent)).toEqual(['/jobs/j1', '/jobs/j2', '/projects/p1/jobs', '/projects/p1/jobs']);
  });

  it('do not share the poll of another project', async () => {
    const { client, sent } = stubClient([service(doneAt(0), [])]);
    const other = { ...started('j2'), project_id: 'p2' };
    await runTimers(Promise.all([client.jobs.wait(started('j1')), client.jobs.wait(other)]));
    expect(paths(sent)).toEqual(['/jobs/j1', '/jobs/j2']);
  });

  it('poll the status URL of a job that the project does not list', async () => {
    const { client, sent } = stubClient([service(doneAt(1), ['j1'])]);
    await runTimers(Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(started(name)))));
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/jobs/j2']);
  });

  it('poll the status URLs when the project’s jobs cannot be listed', async () => {
    const { client, sent } = stubClient([service(doneAt(1), [], () => errorResponse(404, 'x'))]);
    await runTimers(Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(started(name)))));
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/jobs/j1', '/jobs/j2']);
  });

  it.each<[string, StubResponse]>([
    ['503', errorResponse(503, 'x')],
    ['429', errorResponse(429, 'x')],
    ['a connection error', new TypeError('fetch failed')],
  ])('continue if the list request ends with %s, and four of them poll their status URLs', async (_, response) => {
    const responses = service(doneAt(2), many, (listCount) => (listCount === 1 ? response : null));
    const { client, sent } = stubClient([responses], { maxRetries: 0 });
    await runTimers(Promise.all(many.map((name) => client.jobs.wait(started(name)))));
    const [list, ...further] = paths(sent);
    expect([...further].sort()).toEqual(['/jobs/j0', '/jobs/j1', '/jobs/j2', '/jobs/j3', '/projects/p1/jobs']);
    expect([list, further.at(-1)]).toEqual(['/projects/p1/jobs', '/projects/p1/jobs']);
  });

  it.each<[string, StubResponse]>([
    ['503', errorResponse(503, 'x')],
    ['429 with a long Retry-After', errorResponse(429, 'x', { 'retry-after': '120' })],
  ])('use their status URLs if the list always responds with %s', async (_, response) => {
    const { client, sent } = stubClient(
      [
        service(
          () => 'done',
          [],
          () => response,
        ),
      ],
      { maxRetries: 0 },
    );
    const jobs = await Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(started(name), { timeout: 500 })));
    expect(jobs.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/jobs/j1', '/jobs/j2']);
  });

  it('all end even if the list always fails, because each round polls four status URLs', async () => {
    const { client, sent } = stubClient(
      [
        service(
          () => 'done',
          [],
          () => errorResponse(503, 'x'),
        ),
      ],
      { maxRetries: 0 },
    );
    await runTimers(Promise.all(many.map((name) => client.jobs.wait(started(name)))));
    expect(sent.map(({ url }) => (url.endsWith('/p1/jobs') ? '|' : '.')).join('')).toBe('|....|....|....|....|....');
  });

  it('send few requests per round while the service is down, and take turns to poll', async () => {
    const { client, sent } = stubClient([errorResponse(503, 'x')], { maxRetries: 0 });
    const names = [...many, ...many.map((name) => `other_${name}`)];
    const options = { interval: 1_000, maxInterval: 1_000, timeout: 30_000 };
    await runTimers(Promise.all(names.map((name) => rejectionOf(client.jobs.wait(started(name), options)))));
    const lists = sent.filter(({ url }) => url.endsWith('/p1/jobs')).length;
    expect(sent.length).toBeLessThanOrEqual(lists * 5);
    expect(new Set(paths(sent)).size).toBe(names.length + 1);
  });

  it('respect the Retry-After of a failed list even if a status URL was read', async () => {
    const response = errorResponse(503, 'x', { 'retry-after': '20' });
    const { client, sent } = stubClient(
      [service(doneAt(2), ['j1', 'j2'], (count) => (count === 1 ? response : null))],
      {
        maxRetries: 0,
      },
    );
    const waits = Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(started(name))));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/jobs/j1', '/jobs/j2']);
    await runTimers(waits);
  });

  it('request a failing list once per round for stored jobs without status URLs', async () => {
    const responses = service(doneAt(2), ['j1', 'j2'], (count) => (count === 1 ? errorResponse(503, 'x') : null));
    const { client, sent } = stubClient([responses], { maxRetries: 0 });
    const stored = ['j1', 'j2'].map((job_id) => ({ job_id, project_id: 'p1' }));
    await runTimers(Promise.all(stored.map((job) => client.jobs.wait(job))));
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/projects/p1/jobs']);
  });

  it('poll the status URL again when only one wait remains', async () => {
    const state = (name: string, listCount: number) => (name === 'j1' ? doneAt(1)(name, listCount) : 'running');
    const { client, sent } = stubClient([service(state, ['j1', 'j2'])]);
    const controller = new AbortController();
    const last = rejectionOf(client.jobs.wait(started('j2'), { signal: controller.signal }));
    await client.jobs.wait(started('j1'));
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort();
    await last;
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/jobs/j2']);
  });

  it('do not use a response that was received before they started', async () => {
    const { client, sent } = stubClient([service(() => 'done', ['j1', 'j2', 'j3'])]);
    const never = { isFinal: () => false, timeout: 500 };
    const early = ['j1', 'j2'].map((name) => rejectionOf(client.jobs.wait(started(name), never)));
    await vi.advanceTimersByTimeAsync(100);
    await client.jobs.wait(started('j3'));
    expect(sent).toHaveLength(2);
    await runTimers(Promise.all(early));
  });

  it('that start after all earlier waits have ended send a new poll', async () => {
    const { client, sent } = stubClient([service(doneAt(1), ['j1', 'j2'])]);
    const both = () => runTimers(Promise.all(['j1', 'j2'].map((name) => client.jobs.wait(started(name)))));
    await both();
    expect(await both()).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(paths(sent)).toEqual(['/projects/p1/jobs', '/projects/p1/jobs']);
  });

  it('can be aborted one by one without aborting the shared poll', async () => {
    const controller = new AbortController();
    let response: ((response: Response) => void) | undefined;
    const { client, sent } = stubClient([() => new Promise<Response>((resolve) => (response = resolve))]);
    const aborted = rejectionOf(client.jobs.wait(started('j1'), { signal: controller.signal }));
    const other = client.jobs.wait(started('j2'));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort('enough');
    expect(await aborted).toMatchObject({ name: 'AbortError', cause: 'enough' });
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    response?.(json({ jobs: [{ ...started('j2'), status: 'done' }] }));
    expect(await other).toHaveProperty('status', 'done');
    expect(sent).toHaveLength(1);
  });

  it('leave no request, timer or listener after the last wait ends', async () => {
    const controller = new AbortController();
    const { client, sent } = stubClient([() => new Promise<Response>(() => {})]);
    const timedOut = rejectionOf(client.jobs.wait(started('j1'), { timeout: 50 }));
    const aborted = rejectionOf(client.jobs.wait(started('j2'), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    expect(await timedOut).toHaveProperty('name', 'WaitTimeoutError');
    controller.abort();
    await aborted;
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});
