import { assumptions, createMock, type MockOptions } from 'clipwright/mock';
import { describe, expect, test, vi } from 'vitest';
import { RateLimiter } from '../../mock/pipeline/rate-limit.ts';
import { forEachTransport } from '../support/transports.ts';

forEachTransport('rate limits', (open) => {
  test('count the requests of each workspace separately, and cause responses that say when to retry', async () => {
    const { client, mock } = await open({ clock: 'manual', rateLimit: '2/60s' });
    const create = (apiKey: string) => client({ apiKey }).projects.create({ name: 'x' });
    await create('first');
    await mock.clock.advance(10.5);
    await create('first');
    await expect(create('first')).rejects.toMatchObject({
      name: 'RateLimitError',
      status: 429,
      code: 'rate_limited',
      retryAfterSeconds: 50,
      message: expect.stringContaining('may send 2 in 60 s. Send the next one in 50 s.'),
    });
    await expect(create('second')).resolves.toBeDefined();
    await mock.clock.advance(49.5);
    await expect(create('first')).resolves.toBeDefined();
  });

  test('count real seconds with a realtime clock at any speed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { client } = await open({ clock: 'realtime', speed: 1000, rateLimit: '1/60s' });
    const create = () => client().projects.create({ name: 'x' });
    await create();
    vi.setSystemTime(Date.now() + 20_000);
    await expect(create()).rejects.toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 40 });
    vi.setSystemTime(Date.now() + 40_000);
    await expect(create()).resolves.toBeDefined();
  });

  test('begin a new window when a restore sets the clock back', async () => {
    const { client, mock } = await open({ clock: 'manual', rateLimit: '1/60s' });
    const saved = await mock.snapshot();
    await mock.clock.advance(3600);
    await client().projects.create({ name: 'x' });
    await mock.restore(saved);
    await expect(client().projects.create({ name: 'x' })).resolves.toBeDefined();
  });

  test.each([
    ['free', 1],
    ['free_alice', 1],
    ['free-', 1],
    ['free.plus', 3],
    ['free.plus:bob', 3],
    ['free.plusbob', 1],
    ['freedom', 2],
    ['my_free', 2],
    ['Free', 2],
  ])('depend on the plan in the API key’s prefix: the limit of %s is %i', async (apiKey, requests) => {
    const { client, mock } = await open({
      clock: 'manual',
      rateLimit: '2/10s',
      plans: { free: '1/20s', 'free.plus': '3/30s' },
    });
    const create = () => client({ apiKey }).projects.create({ name: 'x' });
    for (let count = 1; count <= requests; count += 1) await create();
    await expect(create()).rejects.toMatchObject({ status: 429, retryAfterSeconds: [0, 20, 10, 30][requests] });
    await mock.clock.advance(Number([0, 20, 10, 30][requests]));
    await expect(create()).resolves.toBeDefined();
  });

  test('do not apply to an API key without a plan if rateLimit is not set', async () => {
    const { client } = await open({ plans: { free: '1/60s' } });
    for (let count = 1; count <= 3; count += 1) await client({ apiKey: 'pro' }).projects.create({ name: 'x' });
    await client({ apiKey: 'free:1' }).projects.create({ name: 'x' });
    await client({ apiKey: 'free:2' }).projects.create({ name: 'x' });
    await expect(client({ apiKey: 'free:1' }).projects.create({ name: 'x' })).rejects.toMatchObject({ status: 429 });
  });
});

describe('a rate limit window', () => {
  const most = assumptions.rateLimitWindows.value;
  const limited = (plans = {}) => {
    let now = 0;
    const limiter = new RateLimiter('1/60s', plans, () => now);
    const take = (apiKey: string, time: number) => {
      now = time;
      limiter.take(apiKey);
    };
    const fill = (count: number, time: number) => {
      for (let key = 1; key <= count; key += 1) take(`key-${time}-${key}`, time);
    };
    return { take, fill };
  };

  test('is removed if it is the oldest and the number of windows would exceed the limit', () => {
    const { take, fill } = limited();
    take('oldest', 0);
    take('second', 0);
    fill(most - 2, 0);
    expect(() => take('oldest', 0)).toThrow('Too many requests');
    take('one more', 0);
    expect(() => take('second', 0)).toThrow('Too many requests');
    expect(() => take('oldest', 0)).not.toThrow();
  });

  test('is the oldest if it was opened first, even if it ends last', () => {
    const { take, fill } = limited({ long: '1/3600s' });
    take('renewed', 0);
    take('long', 1);
    take('renewed', 60_000);
    fill(most - 1, 60_000);
    expect(() => take('renewed', 60_000)).toThrow('Too many requests');
    expect(() => take('long', 60_000)).not.toThrow();
  });

  test('is removed after it has expired, even if the clock goes back', () => {
    const { take } = limited();
    take('ended', 0);
    take('another', 60_000);
    expect(() => take('ended', 1)).not.toThrow();
  });
});

test.each([
  [
    { plans: { free: '60' } },
    'plans.free must have the form "<requests>/<seconds>s" with whole numbers above 0, such as "60/60s".',
  ],
  [
    { plans: { pro: '60/60s', free: 60 } },
    'plans.free must have the form "<requests>/<seconds>s" with whole numbers above 0, such as "60/60s".',
  ],
  [
    { rateLimit: Symbol('60/60s') },
    'rateLimit must have the form "<requests>/<seconds>s" with whole numbers above 0, such as "60/60s".',
  ],
  [{ plans: { 'the free': '60/60s' } }, 'plans must have names without whitespace, not "the free".'],
  [{ plans: ['60/60s'] }, 'plans must be an object of rate limits by name.'],
  [{ plans: '60/60s' }, 'plans must be an object of rate limits by name.'],
  [{ plan: { free: '60/60s' } }, 'plan is not an option. Did you mean "plans"? Use one of seed, clock, '],
  [{ ratelimit: '60/60s' }, 'ratelimit is not an option. Did you mean "rateLimit"? Use one of seed, clock, '],
  ['60/60s', 'options must be a plain object.'],
])('createMock(%j) throws', (options, message) => {
  // Callers without types can make this mistake.
  expect(() => createMock(options as MockOptions)).toThrow(message);
});

test('createMock treats an undefined option as omitted', async () => {
  const options: object = { ratelimit: undefined, plans: undefined };
  expect(await createMock(options).faults.list()).toEqual([]);
});
