import { Clipwright, type ClipwrightOptions } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fixedWindows, type Limiter, retryAfterInSeconds } from './support/limited-service.ts';
import { apiKey, baseUrl, errorResponse, json, project } from './support/stub.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
describe('calls that are not rate limited', () => {
  it.each([1, 3, 30])('are not blocked by %i calls that always get a 429', async (count) => {
    const { client, accepted } = partlyLimitedService(['/clips']);
    const refused = Promise.allSettled(Array.from({ length: count }, () => generate(client)));
    await vi.advanceTimersByTimeAsync(50);
    const reads = Array.from({ length: 20 }, (_, n) => client.jobs.list(`p${n}`));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(accepted).toEqual(reads.map((_, n) => `/projects/p${n}/jobs`));
    await Promise.all(reads);
    await vi.runAllTimersAsync();
    await refused;
  });

  it('are all sent as soon as the cool-down ends', async () => {
    const { client, accepted } = partlyLimitedService(['/clips']);
    const refused = Promise.allSettled([generate(client)]);
    await vi.advanceTimersByTimeAsync(50);
    const reads = Array.from({ length: 20 }, (_, n) => client.jobs.list(`p${n}`));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(accepted).toHaveLength(20);
    await Promise.all(reads);
    await vi.runAllTimersAsync();
    await refused;
  });

  it.each<[string, string | RegExp, Call, Call, ClipwrightOptions]>([
    ['an endpoint', '/projects', createProject, listJobs, {}],
    ['an endpoint whose calls are for many resources', /jobs$/, listJobs, createProject, {}],
    ['a resource of their endpoint', '/projects/p0/jobs', (client) => client.jobs.list('p0'), listJobs, {}],
    ['an endpoint, with a concurrency of 2,', '/projects', createProject, listJobs, { concurrency: 2 }],
  ])('wait for at most one cool-down while %s is over its limit', async (_, path, callLimited, call, options) => {
    const limiter = fixedWindows(1, 1_000);
    const { client, accepted } = partlyLimitedService([path], { limiter }, options);
    const limited: Promise<unknown>[] = [];
    const delays: Promise<number>[] = [];
    for (let time = 0; time < 30_000; time += 50) {
      if (time % 300 === 0) limited.push(Promise.allSettled([callLimited(client, time)]));
      if (time % 125 < 50) delays.push(delayOf(call(client, time + 1)));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(accepted.length - delays.length).toBeGreaterThanOrEqual(25);
    await vi.runAllTimersAsync();
    await Promise.all(limited);
    expect(Math.max(...(await Promise.all(delays)))).toBeLessThan(1_050);
  });

  it.each<[string, readonly string[], ClipwrightOptions]>([
    ['to one endpoint', ['/clips'], {}],
    ['to one endpoint, without retries,', ['/clips'], { maxRetries: 0 }],
    ['to three endpoints', ['/clips', '/projects', '/generate-sound'], {}],
  ])('all succeed in time while new calls %s always get a 429', async (_, paths, options) => {
    const { client, accepted } = partlyLimitedService(paths);
    const limited = client.withOptions({ totalTimeout: 6_000, ...options });
    const calls = [generate, createProject, generateSound].slice(0, paths.length);
    const ended: Promise<unknown>[] = [];
    const reads: Promise<unknown>[] = [];
    for (let time = 0; time < 12_000; time += 50) {
      if (time % 500 === 0) for (const call of calls) ended.push(call(limited).catch(() => {}));
      reads.push(client.jobs.list(`p${time}`, { totalTimeout: 6_000 }));
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.runAllTimersAsync();
    await Promise.all([...reads, ...ended]);
    expect(accepted).toHaveLength(reads.length);
  });

  it('are not blocked when another resource of the same endpoint is limited', async () => {
    const { client, accepted } = partlyLimitedService(['/projects/p0/jobs']);
    const refused = Promise.allSettled([client.jobs.list('p0')]);
    await vi.advanceTimersByTimeAsync(50);
    const reads = Array.from({ length: 20 }, (_, n) => client.jobs.list(`p${n + 1}`));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(accepted).toHaveLength(20);
    await Promise.all(reads);
    await vi.runAllTimersAsync();
    await refused;
  });
});

it('a call that got a 429 is sent later, even if the rate of other calls stays above the limit', async () => {
  let isLimited = true;
  const limiter = () => (isLimited ? retryAfterInSeconds(1_000) : undefined);
  const { client, accepted } = partlyLimitedService(['/projects'], { limiter, perSecond: 10 });
  const call = createProject(client);
  const reads: Promise<unknown>[] = [];
  for (let time = 0; time < 60_000; time += 50) {
    if (time === 5_000) isLimited = false;
    reads.push(client.jobs.list(`p${time}`, { totalTimeout: 180_000 }).catch(() => {}));
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(accepted).toContain('/projects');
  await call;
  await vi.runAllTimersAsync();
  await Promise.all(reads);
});

it('after 429s for several paths, a refused call is sent before most newer calls', async () => {
  const limiter = fixedWindows(1, 1_000);
  const { client, accepted } = partlyLimitedService([/jobs$/], { limiter });
  const [, refused] = ['p0', 'p1'].map(async (id) => client.jobs.list(id));
  const newer: Promise<unknown>[] = [];
  for (let second = 0; second < 5; second += 1) {
    for (let n = 0; n < 2; n += 1) newer.push(Promise.resolve(client.jobs.list(`newer-${second}-${n}`)));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // After 429s for a few paths, the client still sends calls to other paths, because the limit may not apply to them.
  expect(accepted.slice(0, 4)).toEqual(
    ['p0', 'newer-1-0', 'p1', 'newer-0-1'].map((project) => `/projects/${project}/jobs`),
  );
  const ends = Promise.allSettled(newer);
  await vi.runAllTimersAsync();
  await Promise.all([refused, ends]);
});

it('a call to a limited endpoint is sent in time despite calls that always get a 429', async () => {
  const limiter = fixedWindows(1, 1_000);
  const { client, accepted } = partlyLimitedService(['/clips', '/projects'], {
    limiter: (now, path) => (path === '/clips' ? retryAfterInSeconds(1_000) : limiter(now)),
  });
  const refused = Promise.allSettled(Array.from({ length: 3 }, () => generate(client)));
  const created = Array.from({ length: 2 }, () => createProject(client));
  await vi.advanceTimersByTimeAsync(3_100);
  expect(accepted).toEqual(['/projects', '/projects']);
  await Promise.all(created);
  await vi.runAllTimersAsync();
  await refused;
});

it('calls to one path are accepted in order across several windows', async () => {
  const { client, accepted } = partlyLimitedService([], { perSecond: 5 });
  const calls = Array.from({ length: 40 }, async (_, n) => client.request('GET', '/calls', { query: { n } }));
  await vi.runAllTimersAsync();
  await Promise.all(calls);
  expect(accepted).toEqual(calls.map((_, n) => `/calls?n=${n}`));
});

it('calls to two endpoints alternate under one shared limit', async () => {
  const { client, accepted } = partlyLimitedService([], { perSecond: 5 });
  const calls = Array.from({ length: 20 }, async (_, n) => client.request('GET', '/calls', { query: { n } }));
  const lists = Array.from({ length: 20 }, async () => client.jobs.list('p0'));
  await vi.runAllTimersAsync();
  await Promise.all([...calls, ...lists]);
  const windows = Array.from({ length: 8 }, (_, n) => accepted.slice(5 * n, 5 * n + 5));
  const endpointOf = (path: string) => (path.startsWith('/calls') ? 'calls' : 'lists');
  const all = (endpoint: string) => Array(5).fill(endpoint);
  expect(windows.map((paths) => paths.map(endpointOf))).toEqual([
    ...[all('calls'), all('calls'), all('lists'), all('calls'), all('lists')],
    ...[all('calls'), all('lists'), all('lists')],
  ]);
});

// A call that gets a 429 moves behind the calls that already wait, but stays ahead of all later calls.
it.each([1, 30])(
  'after a burst of %i calls, at most two windows of newer calls overtake an older call under a shared limit',
  async (count) => {
    const { client, accepted } = partlyLimitedService([], { perSecond: 10 });
    const calls: Promise<unknown>[] = [];
    const makeCall = async () => client.jobs.list(`${calls.length}`);
    for (let n = 0; n < count; n += 1) calls.push(makeCall());
    for (let time = 0; time < 30_000; time += 80) {
      calls.push(makeCall());
      await vi.advanceTimersByTimeAsync(80);
    }
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    const order = accepted.map((path) => Number(path.split('/')[2]));
    const passed = order.map((call, place) => order.slice(0, place).filter((other) => other > call).length);
    expect(Math.max(...passed)).toBeLessThanOrEqual(20);
  },
);

it('calls to new paths do not overtake older calls forever under one shared limit', async () => {
  const { client } = partlyLimitedService([], { perSecond: 10 }, { totalTimeout: 6_000 });
  const calls: Promise<unknown>[] = [];
  const makeCall = async () => client.jobs.list(`p${calls.length}`);
  for (let n = 0; n < 30; n += 1) calls.push(makeCall());
  for (let second = 0; second < 20; second += 1) {
    for (let n = 0; n < 9; n += 1) {
      calls.push(makeCall());
      await vi.advanceTimersByTimeAsync(111);
    }
  }
  const ends = Promise.allSettled(calls);
  await vi.runAllTimersAsync();
  expect((await ends).filter(({ status }) => status === 'rejected')).toEqual([]);
});

type Call = (client: Clipwright, n: number) => PromiseLike<unknown>;

interface Limits {
  /** Decides which requests to the limited paths get a 429. Default: every request. */
  readonly limiter?: (now: number, path: string) => ReturnType<Limiter>;
  /** The number of requests that the service accepts per second over all paths. */
  readonly perSecond?: number;
}

/** Returns the accepted requests' paths, and a client of a service that limits requests to `paths`. */
function partlyLimitedService(
  paths: readonly (string | RegExp)[],
  limits: Limits = {},
  options: ClipwrightOptions = {},
) {
  const { limiter = () => retryAfterInSeconds(1_000), perSecond = Number.POSITIVE_INFINITY } = limits;
  const isLimited = (path: string) => paths.some((one) => (one instanceof RegExp ? one.test(path) : one === path));
  const accepted: string[] = [];
  let [second, count] = [0, 0];
  const fetch = async (url: string): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const path = url.slice(baseUrl.length);
    const now = Math.floor(performance.now() / 1000);
    if (now > second) [second, count] = [now, 0];
    count += 1;
    const isTooMany = count > perSecond;
    const headers = isTooMany ? retryAfterInSeconds(1_000) : isLimited(path) && limiter(performance.now(), path);
    if (headers) return errorResponse(429, 'rate_limited', headers);
    accepted.push(path);
    return json({ ...project, jobs: [] });
  };
  return { client: new Clipwright({ apiKey, baseUrl, fetch, totalTimeout: 20_000, ...options }), accepted };
}

async function delayOf(call: PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await call;
  return performance.now() - begun;
}

function listJobs(client: Clipwright, n: number): PromiseLike<unknown> {
  return client.jobs.list(`p${n}`);
}

function generate(client: Clipwright): Promise<unknown> {
  return Promise.resolve(client.clips.generate({ source: { video_site_url: 'https://video.test/talk' } }));
}

function createProject(client: Clipwright): Promise<unknown> {
  return Promise.resolve(client.projects.create({ name: 'A' }));
}

function generateSound(client: Clipwright): Promise<unknown> {
  return Promise.resolve(client.audio.generateSound({ prompt: 'Rain' }));
}

it('calls to a failing endpoint do not block others after a 429', async () => {
  let isFirst = true;
  const fetch = async (url: string) => {
    if (isFirst) {
      isFirst = false;
      return errorResponse(429, 'rate_limited', { 'retry-after': '0.2' });
    }
    if (!url.includes('/broken/')) return json({ jobs: [] });
    await new Promise((resolve) => setTimeout(resolve, 900));
    return errorResponse(500, 'internal_error');
  };
  const client = new Clipwright({ apiKey, baseUrl, fetch, totalTimeout: 20_000 });
  const first = client.jobs.list('p0');
  await vi.advanceTimersByTimeAsync(50);
  const broken = Promise.allSettled(Array.from({ length: 30 }, () => client.jobs.list('broken')));
  const healthy = Promise.allSettled(Array.from({ length: 50 }, () => client.jobs.list('healthy')));
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await healthy).filter(({ status }) => status === 'rejected')).toEqual([]);
  await Promise.all([first, broken]);
});
