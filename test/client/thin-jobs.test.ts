import type { Clipwright, Job } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type Sent, type StubResponse, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
/** A final job as a list shows it, without its result. */
const thin = (name: string): Job => ({
  ...exportJob(name, 'completed', { download_url: `https://video.test/${name}.mp4` }),
  project_id: 'project-a',
  status_url: `/status/${name}`,
  completed_at: '2026-01-01T00:00:00Z',
});
const isList = ({ url }: Sent) => url.endsWith('/project-a/jobs');
const stored = (name: string) => ({ job_id: `job-${name}`, project_id: 'project-a' });

describe('a final job with missing fields ends every wait even if its status URL', () => {
  it.each<[string, StubResponse]>([
    ['is down', errorResponse(503, 'down')],
    ['responds with 429 and a long Retry-After', errorResponse(429, 'limited', { 'retry-after': '120' })],
    ['cannot be reached', new TypeError('fetch failed')],
    ['never responds', () => new Promise<Response>(() => {})],
  ])('%s', async (_, response) => {
    const waits: [string, number, (client: Clipwright) => Promise<unknown>][] = [
      ['stored', 3, (client) => client.jobs.wait(stored('a'))],
      ['in company', 6, (client) => Promise.all(['a', 'b'].map((name) => client.jobs.wait(stored(name))))],
      ['given', 3, (client) => client.jobs.wait(thin('a'))],
      ['of a batch', 3, (client) => client.clips.wait(batchOf(clip('a')))],
    ];
    const respond = (request: Sent) => {
      if (isList(request)) return json({ jobs: [thin('a'), thin('b')] });
      if (response instanceof Error) throw response;
      return typeof response === 'function' ? response(request) : response.clone();
    };
    for (const [name, reads, wait] of waits) {
      const { client, sent } = stubClient([respond], { maxRetries: 0, timeout: 500 });
      await runTimers(wait(client));
      expect([name, sent.filter((request) => !isList(request)).length]).toEqual([name, reads]);
    }
  });
});

it('a wait returns all fields of a final job even if its status URL fails twice', async () => {
  const whole = { ...thin('a'), result: { seconds: 3 } };
  const { client } = stubClient([errorResponse(503, 'x'), errorResponse(503, 'x'), json(whole)], { maxRetries: 0 });
  expect(await runTimers(client.jobs.wait(thin('a')))).toEqual(whole);
});

it('a final job shared by several clips is read once per round', async () => {
  const clips = ['1', '2', '3'].map((id) => clip('a', { clip_id: id }));
  const down = errorResponse(503, 'down');
  const { client, sent } = stubClient([(request) => (isList(request) ? json({ jobs: [thin('a')] }) : down.clone())], {
    maxRetries: 0,
  });
  expect(await runTimers(client.clips.wait(batchOf(...clips)))).toMatchObject({ rendered_count: 3 });
  expect(sent.map((request) => (isList(request) ? 'list' : 'job'))).toEqual(Array(3).fill(['list', 'job']).flat());
});

it('at most four final jobs of a project are read at the same time', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const hang = () => new Promise<Response>(() => {});
  const { client, sent } = stubClient([
    (request) => (isList(request) ? json({ jobs: names.map((name) => thin(name)) }) : hang()),
  ]);
  const clips = names.map((name) => clip(name, { project_id: 'project-a' }));
  const controller = new AbortController();
  const wait = rejectionOf(client.clips.wait(batchOf(...clips), { signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.filter((request) => !isList(request))).toHaveLength(4);
  controller.abort();
  await wait;
});

it('a final job has the fields of its status URL and the fields that only the list has', async () => {
  const own = { job_id: 'job-a', status: 'completed', result: { seconds: 3 }, error: null };
  const { client } = stubClient([(request) => json(isList(request) ? { jobs: [thin('a')] } : own)]);
  expect(await runTimers(client.jobs.wait(stored('a')))).toEqual({ ...thin('a'), ...own });
});

it('jobs.cancel reads the job’s status URL if the list omits the cancel_url', async () => {
  const running = { ...thin('a'), status: 'running', completed_at: null };
  const cancel_url = 'https://video.test/api/v1/cancel/a';
  const { client, sent } = stubClient([
    (request) => json(isList(request) ? { jobs: [running] } : { ...running, cancel_url }),
  ]);
  await client.jobs.cancel(stored('a'));
  expect(sent.at(-1)).toMatchObject({ method: 'POST', url: cancel_url });
});

it.each([null, ''])('canceling a job whose cancel_url is %j rejects without a request', async (cancel_url) => {
  const { client, sent } = stubClient([json({})]);
  const job = { ...thin('a'), status: 'running', completed_at: null, cancel_url };
  expect(await rejectionOf(client.jobs.cancel(job))).toMatchObject({ issues: [{ path: 'cancel_url' }] });
  expect(sent).toEqual([]);
});

it('a status URL can have up to 16384 characters, and is rejected if it is longer', async () => {
  const ofLength = (length: number) => '/status/'.padEnd(length, 'a');
  const job = { job_id: 'j', status: 'queued' };
  const { client, sent } = stubClient([json(job)]);
  await client.jobs.retrieve({ ...job, status_url: ofLength(16_384) });
  const error = await rejectionOf(client.jobs.retrieve({ ...job, status_url: ofLength(16_385) }));
  expect(error).toMatchObject({ issues: [{ path: 'status_url', message: 'must have at most 16384 characters' }] });
  expect(sent).toHaveLength(1);
});

it('only the start of a very long date is parsed', async () => {
  const parse = vi.spyOn(Date, 'parse');
  const created_at = `2026-01-01 (${'a'.repeat(1_000_000)})`;
  const { client } = stubClient([json({ jobs: ['1', '2'].map((job_id) => ({ ...thin('a'), job_id, created_at })) })]);
  await runTimers(client.clips.wait(batchOf(clip('a'))));
  expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThanOrEqual(100);
});

it('a clip whose job has no file waits for the other job of its export, if there is one', async () => {
  const stage = (id: string, kind: string, more: Partial<Job>): Job => {
    const { download_url: _, ...rest } = thin('a');
    return { ...rest, job_id: id, kind, status_url: `/status/${id}`, ...more };
  };
  const jobs = [stage('1', 'encoding', {}), stage('2', 'caption_burn_in', {})];
  let failures = 2;
  const respond = (request: Sent) => {
    if (isList(request)) return json({ jobs });
    if (request.url.endsWith('1')) return json({ ...jobs[0], download_url: null, result: {} });
    failures -= 1;
    return failures >= 0 ? errorResponse(503, 'x') : json({ ...jobs[1], download_url: 'https://video.test/a.mp4' });
  };
  const { client, sent } = stubClient([respond], { maxRetries: 0 });
  const batch = await runTimers(client.clips.wait(batchOf(clip('a'))));
  expect(batch).toMatchObject({ clips: [{ download_url: 'https://video.test/a.mp4' }] });
  expect(sent.filter(({ url }) => url.endsWith('2'))).toHaveLength(3);
  jobs.pop();
  const single = stubClient([respond], { maxRetries: 0 });
  await runTimers(single.client.clips.wait(batchOf(clip('a'))));
  expect(single.sent.filter((request) => !isList(request))).toHaveLength(1);
});
