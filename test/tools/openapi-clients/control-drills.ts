import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { Clipwright, isErrorNamed } from '../../../src/index.ts';
import type { paths } from './generated/control';

/** A mock with a manual clock, and with a limit of three requests a minute for keys that begin with `free`. */
export interface DrillTarget {
  readonly baseUrl: string;
  /** The URL of a receiver of webhooks. */
  readonly hookUrl: string;
}

type Control = ReturnType<typeof control>;

interface Drill extends DrillTarget {
  readonly control: Control;
  readonly client: (options?: object) => Clipwright;
}

const source = { video_site_url: 'https://video.example.com/talk' };
const captions = '1\n00:00:01,000 --> 00:00:02,000\nGood day\n';

/** The drills of the guide on failures. Each one gets a new workspace and a client of the control API. */
const drills: Readonly<Record<string, (drill: Drill) => Promise<void>>> = {
  'the service is briefly unavailable': async ({ control, client }) => {
    const headers = { 'retry-after': '0' };
    await control.addFault({ match: { endpoint: 'projects.create' }, status: 503, headers, times: 2 });
    await client().projects.create({ name: 'Talk' });
    const requests = await control.requests();
    assert.deepEqual(
      requests.map(({ status, why }) => [status, why?.by]),
      [
        [503, 'fault'],
        [503, 'fault'],
        [201, undefined],
      ],
    );
  },

  'the work is done, but the response is lost': async ({ control, client }) => {
    await control.addFault({ match: { endpoint: 'projects.create' }, when: 'after', drop: true, times: 1 });
    await client().projects.create({ name: 'Talk' });
    const [lost, again] = await control.requests();
    assert.deepEqual([lost?.status, again?.replayed, again?.replayOf], [null, true, lost?.id]);
    assert.equal((await control.projects()).length, 1);
  },

  'a write without a key is not retried': async ({ control, client }) => {
    const { id } = await control.seed({ name: 'Talk', captions });
    const [word] = await client().captions.words.list(id).toArray();
    await control.addFault({ match: { endpoint: 'captions.words.split' }, when: 'after', cut: true });
    const split = client().captions.words.split(id, { word_id: word?.id ?? '', words: ['A', 'good'] });
    await assert.rejects(split, (error) => isErrorNamed(error, 'ConnectionError') && error.attempts === 1);
    const { captions: all } = await control.project(id);
    assert.deepEqual(
      all.flatMap(({ words }) => words.map(([, text]) => text)),
      ['A', 'good', 'day'],
    );
  },

  'the service is slow': async ({ control, client }) => {
    await control.addFault({ match: { endpoint: 'projects.create' }, stall: true });
    const call = client({ timeout: 50, maxRetries: 0 }).projects.create({ name: 'Talk' });
    await assert.rejects(call, (error) => isErrorNamed(error, 'TimeoutError'));
  },

  'a response is not as documented': async ({ control, client }) => {
    await control.addFault({ match: { endpoint: 'clips.generate' }, omit: 'batch.clips' });
    const call = client({ validation: 'strict' }).clips.generate({ source });
    await assert.rejects(call, (error) => isErrorNamed(error, 'ResponseValidationError'));
  },

  'a field has a value that the mock never sends': async ({ control, client }) => {
    await control.addFault({ match: { endpoint: 'projects.create' }, set: { status: 'archived' } });
    assert.equal((await client().projects.create({ name: 'Talk' })).status, 'archived');
  },

  'one request in five fails': async ({ control, client }) => {
    const { id } = await control.seed({ name: 'Talk', captions });
    await control.addFault({ match: { share: 0.2 }, status: 500, headers: { 'retry-after': '0' } });
    for (let call = 0; call < 40; call += 1) await client({ maxRetries: 8 }).captions.list(id);
    const failed = await control.requests({ status: 500 });
    assert.ok(failed.length > 0 && failed.length < 40, `${failed.length} failed`);
  },

  'a job is held, then fails': async ({ control, client }) => {
    await control.nextJob({ status: 'held' });
    const job = await client().audio.generateSound({ prompt: 'Rain' });
    await control.advance(60);
    assert.equal((await client().jobs.retrieve(job)).status, 'queued');
    await control.endJob(job.job_id, { status: 'failed', error: 'The studio is closed.' });
    assert.equal((await client().jobs.retrieve(job)).error, 'The studio is closed.');
  },

  'clips fail and wait for approval': async ({ control, client }) => {
    for (const status of ['completed', 'failed', 'review'] as const) await control.nextJob({ status });
    const target = { min_duration_seconds: 15, max_duration_seconds: 40 };
    const batch = await client().clips.generate({ source, target, export: { auto_export: true } });
    await control.endJob(batch.clips[2]?.clip_id ?? '', { status: 'completed' });
    await control.advance(60);
    const { clips } = await client().clips.wait(batch);
    assert.deepEqual(
      clips.slice(0, 3).map(({ status }) => status),
      ['completed', 'failed', 'completed'],
    );
  },

  'a link expires': async ({ control, client }) => {
    const batch = await client().clips.generate({ source, export: { auto_export: true } });
    await control.advance(10);
    const { clips } = await client().clips.wait(batch);
    const link = clips[0]?.download_url ?? '';
    assert.equal((await fetch(link, { method: 'HEAD' })).status, 200);
    await control.advance(24 * 3600);
    assert.equal((await fetch(link, { method: 'HEAD' })).status, 410);
  },

  'webhooks come late, twice, and not at first': async ({ control, client, hookUrl }) => {
    await client().webhooks.register({ url: hookUrl, events: ['job.complete'] });
    const match = { event: 'job.complete' } as const;
    await control.addFault({ match, delay: 60_000, times: 1 });
    await control.addFault({ match, duplicate: 1, times: 1 });
    await control.addFault({ match, drop: true, times: 1 });
    for (let event = 0; event < 3; event += 1) await control.emit({ type: 'job.complete' });
    await control.settled();
    const before = await control.deliveries();
    assert.deepEqual(
      before.map(({ fault, status, attempts }) => [fault?.slice(0, 6), status, attempts.length]),
      [
        ['fault-', 'pending', 0],
        ['fault-', 'delivered', 1],
        ['fault-', 'delivered', 1],
        ['fault-', 'pending', 1],
      ],
    );
    await control.advance(60);
    await control.settled();
    assert.ok((await control.deliveries()).every(({ status }) => status === 'delivered'));
    assert.equal((await control.redeliver(before[0]?.id ?? '')).attempts.length, 2);
  },

  'faults are listed and removed': async ({ control }) => {
    const { id } = await control.addFault({ status: 500 });
    await control.addFault({ drop: true });
    await control.removeFault(id);
    assert.deepEqual(
      (await control.faults()).map(({ hits, scope }) => [hits, scope]),
      [[0, 'key']],
    );
    await control.clearFaults();
    assert.deepEqual(await control.faults(), []);
  },
};

/** Runs every drill, each in its own workspace, and returns the number of drills. */
export async function drill(target: DrillTarget): Promise<number> {
  for (const [name, run] of Object.entries(drills)) {
    const apiKey = name.replace(/\W+/g, '-');
    const client = (options = {}) => new Clipwright({ apiKey, baseUrl: target.baseUrl, ...options });
    await run({ ...target, control: control(target, apiKey), client }).catch((cause: unknown) => {
      throw new Error(`The drill "${name}" failed.`, { cause });
    });
  }
  await drillOfTheRateLimit(target);
  return Object.keys(drills).length + 1;
}

async function drillOfTheRateLimit(target: DrillTarget): Promise<void> {
  const apiKey = 'free_ada';
  const client = new Clipwright({ apiKey, baseUrl: target.baseUrl, maxRetryAfter: 1000 });
  for (const name of ['One', 'Two', 'Three']) await client.projects.create({ name });
  const refused = client.projects.create({ name: 'Four' });
  await assert.rejects(refused, (error) => isErrorNamed(error, 'RateLimitError') && error.retryAfterSeconds === 60);
  await control(target, apiKey).advance(60);
  await client.projects.create({ name: 'Four' });
}

/** Creates a client of the control API that uses only the types of its document. */
function control({ baseUrl }: DrillTarget, apiKey: string) {
  const { GET, POST, DELETE } = createClient<paths>({
    baseUrl: new URL('/_mock', baseUrl).href,
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const id = (value: string) => ({ params: { path: { id: value } } });
  type Body<Path extends keyof paths> = paths[Path] extends {
    post: { requestBody: { content: { 'application/json': infer Content } } };
  }
    ? Content
    : never;
  return {
    addFault: async (body: Body<'/faults'>) => data(await POST('/faults', { body })),
    removeFault: async (fault: string) => data(await DELETE('/faults/{id}', id(fault))),
    faults: async () => data(await GET('/faults')).faults,
    clearFaults: async () => data(await DELETE('/faults')),
    requests: async (query = {}) => data(await GET('/requests', { params: { query } })).requests,
    deliveries: async () => data(await GET('/deliveries')).deliveries,
    redeliver: async (delivery: string) => data(await POST('/deliveries/{id}/redeliver', id(delivery))),
    settled: async () => data(await GET('/settled')),
    emit: async (body: Body<'/events'>) => data(await POST('/events', { body })),
    seed: async (body: Body<'/seed'>) => data(await POST('/seed', { body })),
    projects: async () => data(await GET('/projects')).projects,
    project: async (project: string) => data(await GET('/projects/{id}', id(project))),
    nextJob: async (body: Body<'/jobs'>) => data(await POST('/jobs', { body })),
    endJob: async (job: string, body: Body<'/jobs/{id}'>) => data(await POST('/jobs/{id}', { ...id(job), body })),
    advance: async (advance_seconds: number) => data(await POST('/clock', { body: { advance_seconds } })),
  };
}

function data<Data>(result: { readonly data?: Data; readonly error?: unknown; readonly response: Response }): Data {
  if (result.data !== undefined) return result.data;
  throw new Error(`${result.response.url}: ${JSON.stringify(result.error)}`);
}
