import { createMock, type Delivery, type Mock, type MockOptions, type MockSnapshot } from 'clipwright/mock';

/** The API keys of the workspaces of a world. */
export const keys = ['mine', 'theirs'] as const;
type Key = (typeof keys)[number];

/** A mock, and the history of each of its workspaces. */
export interface World {
  readonly clock: MockOptions['clock'];
  readonly mock: Mock;
  readonly works: Readonly<Record<Key, Work>>;
}

interface Work {
  /** Whether the receiver of the workspace accepts deliveries. */
  isUp: boolean;
  /** The ids of the events in the order in which they were received. */
  readonly received: string[];
  /** The response to each request. */
  readonly responses: unknown[];
  readonly jobs: string[];
  readonly links: string[];
  saved?: MockSnapshot;
}

/** The arguments of an act: `n` selects a job. */
interface Details {
  readonly n: number;
  readonly seconds: number;
}

/** Creates a mock in which each workspace has a webhook. */
export async function newWorld(options: MockOptions): Promise<World> {
  const works = { mine: newWork(), theirs: newWork() };
  const deliver = async (request: Request) => {
    // Cast: the path of a webhook is its workspace's key.
    const work = works[new URL(request.url).pathname.slice(1) as Key];
    work.received.push(Object(await request.json()).id);
    return new Response(null, { status: work.isUp ? 204 : 503 });
  };
  const mock = createMock({ ...options, deliver, webhookSecret: 'whsec_same' });
  const world = { clock: options.clock, mock, works };
  const events = ['job.complete', 'export.ready', 'project.created'];
  for (const key of keys) await call(world, key, '/webhooks', { url: `https://app.example/${key}`, events });
  return world;
}

export const acts = {
  startSound: async (world: World, key: Key, _: Details) => {
    const { job_id } = await call(world, key, '/generate-sound', { prompt: 'rain' });
    if (job_id !== undefined) world.works[key].jobs.push(job_id);
  },
  startClips: async (world: World, key: Key, _: Details) => {
    const source = { video_site_url: 'https://video.example.com/talk' };
    const { clips = [] } = await call(world, key, '/clips', { source, export: { auto_export: true } });
    for (const { export_id } of clips) {
      world.works[key].jobs.push(String(jobOf(world, key, export_id)));
      world.works[key].links.push(`${new URL(world.mock.baseUrl).origin}/media/exports/${export_id}.mp4`);
    }
  },
  poll: async (world: World, key: Key, { n }: Details) => {
    await call(world, key, `/jobs/${knownJob(world, key, n)}`);
  },
  cancel: async (world: World, key: Key, { n }: Details) => {
    await call(world, key, `/jobs/${knownJob(world, key, n)}/cancel`, {});
  },
  hold: (world: World, key: Key, { n, seconds }: Details) => {
    const id = knownJob(world, key, n);
    // After a restore, the job may no longer exist.
    if (stateOf(world, key)?.jobs.some((job) => job.id === id)) world.mock.jobs.hold(id, seconds, { apiKey: key });
  },
  emit: ({ mock, works }: World, key: Key, _: Details) => {
    const data: object = mock.emit('export.ready', {}, { apiKey: key }).data;
    works[key].links.push(Object(data).download_url);
  },
  delayEvent: ({ mock }: World, apiKey: Key, { seconds }: Details) => {
    mock.faults.add({ match: { event: 'job.complete' }, delay: Math.round(seconds * 1000), times: 1, apiKey });
  },
  createByKey: async (world: World, key: Key, _: Details) => {
    await call(world, key, '/projects', { name: 'By key' }, { 'idempotency-key': 'the-only-key' });
  },
  switchReceiver: ({ works }: World, key: Key, _: Details) => {
    works[key].isUp = !works[key].isUp;
  },
  save: ({ mock, works }: World, key: Key, _: Details) => {
    works[key].saved = mock.snapshot({ apiKey: key });
  },
  restore: ({ mock, works }: World, key: Key, _: Details) => {
    const { saved } = works[key];
    if (saved) mock.restore(saved, { apiKey: key });
  },
} as const;

export type ActName = keyof typeof acts;

/** Returns everything in a workspace that depends on its time. */
export async function observe({ mock, works, clock }: World, apiKey: Key) {
  await mock.settled();
  const { received, responses, links } = works[apiKey];
  return {
    now: mock.clock.now({ apiKey }),
    received: [...received],
    responses: [...responses],
    links: await Promise.all(links.map(async (link) => (await mock.fetch(link)).status)),
    state: mock.snapshot({ apiKey }),
    requests: mock.requests.matching({ apiKey }).map(({ at, status, replayed }) => ({ at, status, replayed })),
    deliveries: mock.deliveries.matching({ apiKey }).map((delivery) => comparableDelivery(delivery, clock)),
  };
}

export type Observed = Awaited<ReturnType<typeof observe>>;

/** Removes the ids, which the mock counts across workspaces, and the times of signatures if they are real times. */
function comparableDelivery(delivery: Delivery, clock: MockOptions['clock']) {
  const { id: _, requestId: __, fault: ___, attempts, ...rest } = delivery;
  return {
    ...rest,
    attempts: attempts.map(({ headers, ...attempt }) => {
      return { ...attempt, signedAt: clock === 'manual' ? headers['x-service-timestamp'] : 'now' };
    }),
  };
}

function newWork(): Work {
  return { isUp: false, received: [], responses: [], jobs: [], links: [] };
}

async function call(world: World, key: Key, path: string, body?: object, headers: Record<string, string> = {}) {
  const { mock, works } = world;
  const response = await mock.fetch(`${mock.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  works[key].responses.push([response.status, response.headers.get('retry-after'), text]);
  return Object(JSON.parse(text));
}

function knownJob({ works }: World, key: Key, n: number): string {
  const { jobs } = works[key];
  return jobs[n % jobs.length] ?? 'none';
}

function jobOf(world: World, key: Key, exportId: string): string | undefined {
  return stateOf(world, key)?.jobs.find((job) => job.exportId === exportId)?.id;
}

function stateOf({ mock }: World, apiKey: Key) {
  return mock.snapshot({ apiKey }).workspaces[0];
}
