import { inspect } from 'node:util';
import { Clipwright, type ClipwrightOptions, ConfigurationError } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { apiKey, baseUrl, json, project, rejectionOf, stubClient } from './support/stub.ts';

describe('an invalid option', () => {
  it.each<[string, unknown]>([
    ['apiKey', ''],
    ['apiKey', 'line\nbreak-secret'],
    ['apiKey', 7],
    ['apiKey', 'Bearer sk_live_very_secret'],
    ['baseUrl', 'video.test/api/v1'],
    ['baseUrl', 'ftp://video.test'],
    ['baseUrl', 'https://user:pass@video.test'],
    ['baseUrl', 'https://video.test/api/v1?x=1'],
    ['timeout', -1],
    ['timeout', 0],
    ['timeout', 2 ** 31],
    ['timeout', Number.NaN],
    ['totalTimeout', '60'],
    ['maxRetries', 1.5],
    ['maxRetries', -1],
    ['maxRetryAfter', -1],
    ['concurrency', 0],
    ['concurrency', 1.5],
    ['concurrency', Number.POSITIVE_INFINITY],
    ['trustedOrigins', ['jobs.test']],
    ['trustedOrigins', 'https://jobs.test'],
    ['validation', 'loose'],
    ['fetch', {}],
    ['headers', { 'x y': '1' }],
    ['headers', new Headers()],
    ['headers', { 'Idempotency-Key': 'abcdefgh' }],
    ['headers', { 'Content-Length': '5' }],
    ['headers', { 'transfer-encoding': 'chunked' }],
    ['headers', { Connection: 'close' }],
    ['headers', { 'Keep-Alive': 'timeout=5' }],
    ['headers', { Host: 'other.test' }],
    ['headers', { Expect: '100-continue' }],
    ['headers', { TE: 'trailers' }],
    ['headers', { Trailer: 'x-a' }],
    ['headers', { Upgrade: 'h2c' }],
    ['hooks', { onRequest: 1 }],
    ['hooks', { onretry: () => {} }],
    ['hooks', [{ onRetry: () => {} }]],
    ['logger', { debug() {} }],
    ['dangerouslyAllowBrowser', 'yes'],
    ['baseURL', 'https://video.test'],
  ])('makes the constructor throw an error that names it: %s %j', (option, value) => {
    const options = { apiKey, baseUrl, [option]: value };
    const error = thrownBy(() => new Clipwright(options as ClipwrightOptions));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ name: 'ConfigurationError', option, message: expect.stringMatching(/\.$/) });
    expect(inspect(error)).not.toMatch(/secret|user:pass/);
  });

  it('is rejected even if its name is on Object.prototype', () => {
    const error = thrownBy(() => new Clipwright({ apiKey, baseUrl, toString: () => '' } as ClipwrightOptions));
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('toString is not an option. Use one of apiKey, baseUrl, '),
    );
  });

  it.each([
    ['apiKey', 'CLIPWRIGHT_API_KEY', { baseUrl }],
    ['baseUrl', 'CLIPWRIGHT_BASE_URL', { apiKey }],
  ])('that is missing is reported with the name of its environment variable: %s', (option, variable, options) => {
    for (const value of [undefined, '']) {
      vi.stubEnv(variable, value);
      const error = thrownBy(() => new Clipwright(options));
      expect(error).toMatchObject({
        option,
        message: expect.stringMatching(`the environment variable ${variable}\\.$`),
      });
    }
  });
});

describe('options', () => {
  it('apiKey and baseUrl default to environment variables', async () => {
    vi.stubEnv('CLIPWRIGHT_API_KEY', 'key-of-the-environment');
    vi.stubEnv('CLIPWRIGHT_BASE_URL', 'https://elsewhere.test/api/v1/');
    const { client, sent } = stubClient([json(project)], { apiKey: undefined, baseUrl: undefined });
    await client.projects.create({ name: 'A' });
    expect(sent[0]?.url).toBe('https://elsewhere.test/api/v1/projects');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer key-of-the-environment');
  });

  it.each(['https://video.test/api/v1/', 'https://VIDEO.test/api/v1//', 'https://video.test/api/v1?', `${baseUrl}#`])(
    'can have a base URL that must be normalized: %s',
    async (url) => {
      const { client, sent } = stubClient([json(project)], { baseUrl: url });
      await client.projects.create({ name: 'A' });
      expect(sent[0]?.url).toBe('https://video.test/api/v1/projects');
    },
  );

  it('do not affect the client if they are mutated later', async () => {
    const { sent, options } = stubClient([json({ jobs: [] })]);
    const client = new Clipwright(options);
    Object.assign(options, { apiKey: 'another-key' });
    await client.withOptions({ maxRetries: 0 }).jobs.list('p1');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
  });

  it('can set any header, even one named like an Object.prototype property', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })], { headers: { constructor: 'x' } });
    await client.jobs.list('p1');
    expect(sent[0]?.headers.get('constructor')).toBe('x');
  });

  it('can be overridden in a copy without changing the client', async () => {
    const { client, sent } = stubClient([json({ jobs: [] })], { headers: { 'x-a': '1' } });
    await client.withOptions({ baseUrl: 'https://other.test/api/v1' }).jobs.list('p1');
    await client.jobs.list('p1');
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(['other.test', 'video.test']);
    expect(sent[0]?.headers.get('x-a')).toBe('1');
  });

  it('that are undefined in a copy come from the original client, not from the environment', async () => {
    vi.stubEnv('CLIPWRIGHT_API_KEY', 'key-of-the-environment');
    const { client, sent } = stubClient([json({ jobs: [] })]);
    await client.withOptions({ apiKey: undefined, timeout: 1_000 }).jobs.list('p1');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
  });

  it('without fetch use the global fetch at the time of each call', async () => {
    const client = new Clipwright({ apiKey, baseUrl });
    const fetch = vi.fn(async () => json(project));
    vi.stubGlobal('fetch', fetch);
    await client.projects.create({ name: 'A' });
    expect(fetch).toHaveBeenCalledOnce();
  });
});

describe('an API key function', () => {
  it('is called once per call, not once per attempt', async () => {
    const getKey = vi.fn(async () => 'rotated-key');
    const unavailable = json({}, 503, { 'retry-after': '0' });
    const { client, sent } = stubClient([unavailable, unavailable, json({ jobs: [] })], { apiKey: getKey });
    await client.jobs.list('p1');
    expect(getKey).toHaveBeenCalledOnce();
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer rotated-key'));
  });

  it.each([
    ['returns an invalid key', () => 'bad\nkey'],
    [
      'throws',
      () => {
        throw new Error('vault is shut');
      },
    ],
    ['rejects', () => Promise.reject(new Error('vault is shut'))],
  ])('that %s rejects the call before anything is sent', async (_, getKey) => {
    const { client, sent } = stubClient([json({})], { apiKey: getKey });
    const error = await rejectionOf(client.jobs.list('p1'));
    expect(error).toMatchObject({
      name: 'ConfigurationError',
      option: 'apiKey',
      message: expect.stringMatching(/^apiKey function (returned an invalid key: .*\.|failed: vault is shut)$/),
    });
    expect(inspect(error)).not.toContain('bad\\nkey');
    expect(sent).toEqual([]);
  });
});

describe('in a web page,', () => {
  const make = (url: string, options: ClipwrightOptions = {}) => new Clipwright({ apiKey, baseUrl: url, ...options });

  it('the constructor throws without dangerouslyAllowBrowser and says why', () => {
    vi.stubGlobal('document', {});
    const error = thrownBy(() => make('https://video.example.com/api/v1'));
    expect(error).toMatchObject({ name: 'ConfigurationError', option: 'dangerouslyAllowBrowser' });
    expect(error).toHaveProperty('message', expect.stringMatching(/can read the API key.*\.$/));
    expect(make('https://video.example.com/api/v1', { dangerouslyAllowBrowser: true })).toBeInstanceOf(Clipwright);
  });

  it.each(['http://localhost:4010/api/v1', 'http://127.0.0.1:4010/api/v1', 'http://[::1]/api/v1', baseUrl])(
    'dangerouslyAllowBrowser is not needed for %s',
    (url) => {
      vi.stubGlobal('document', {});
      expect(make(url)).toBeInstanceOf(Clipwright);
    },
  );
});

it('inspect and JSON.stringify of a client do not show the API key', () => {
  const { client } = stubClient([]);
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(JSON.stringify(client)).not.toContain(apiKey);
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

describe('an unknown option', () => {
  const common = 'signal, timeout, totalTimeout, maxRetries, headers';
  const read = `${common}, extraQuery`;
  const write = `${read}, extraBody`;
  // Cast: the types reject this option.
  const options = { verbose: true } as object;

  it.each<[string, (client: Clipwright) => PromiseLike<unknown>, string]>([
    ['jobs.list', ({ jobs }) => jobs.list('p1', options), read],
    ['projects.create', ({ projects }) => projects.create({ name: 'A' }, options), `${write}, idempotencyKey`],
    ['captions.list', ({ captions }) => captions.list('p1', {}, options), `${read}, prefetch`],
    [
      'timeline.batchMove',
      ({ timeline }) => timeline.batchMove('p1', { items: [] }, options),
      `${write}, rejectOnFailedItems`,
    ],
    [
      'timeline.batchTrim',
      ({ timeline }) => timeline.batchTrim('p1', { items: [] }, options),
      `${write}, idempotencyKey, rejectOnFailedItems`,
    ],
    ['jobs.retrieve', ({ jobs }) => jobs.retrieve('/jobs/1', options), common],
    ['jobs.cancel', ({ jobs }) => jobs.cancel('/jobs/1', options), `${common}, method`],
    ['request', (client) => client.request('GET', '/usage', options), `${common}, idempotencyKey, query, body`],
    ['follow', (client) => client.follow({ method: 'GET', path: '/usage' }, options), `${common}, body`],
    [
      'jobs.wait',
      ({ jobs }) => jobs.wait('/jobs/1', options),
      'interval, maxInterval, timeout, outageTimeout, signal, onProgress, isFinal, outcome, cancelOnAbort, events',
    ],
  ])('for %s is rejected with a list of the method’s options', async (name, call, names) => {
    const error = await rejectionOf(call(stubClient([json(project)]).client));
    expect(String(error)).toMatch(new RegExp(`^RequestValidationError: ${name} `));
    expect(String(error)).toMatch(
      new RegExp(`options\\.verbose is not an option of this call\\. Use one of ${names}$`),
    );
  });
});
