import { inspect } from 'node:util';
import { ConfigurationError } from 'clipwright';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/patience.ts';
import { unhandledRejections, unhandledRejectionsEmitted } from '../support/unhandled-rejections.ts';
import { apiKey, errorResponse, json, project, stubClient } from './support/stub.ts';

const unavailable = errorResponse(503, 'x', { 'retry-after': '0' });
const logger = () => ({ debug: vi.fn(), warn: vi.fn(), error: vi.fn() });

describe('hooks', () => {
  it('are called with the Idempotency-Key for each request, response and retry', async () => {
    const seen: [string, object][] = [];
    const hooks = {
      onRequest: (state: object) => seen.push(['request', state]),
      onResponse: (state: object) => seen.push(['response', state]),
      onRetry: (state: object) => seen.push(['retry', state]),
    };
    const { client, sent } = stubClient([unavailable, json(project, 201, { 'x-request-id': 'r2' })], { hooks });
    await client.projects.create({ name: 'A' });
    const idempotencyKey = sent[0]?.headers.get('idempotency-key');
    const call = {
      endpoint: 'projects.create',
      method: 'POST',
      url: 'https://video.test/api/v1/projects',
      idempotencyKey,
    };
    expect(seen).toMatchObject([
      ['request', { ...call, attempt: 1, bodyLength: 12 }],
      ['response', { ...call, attempt: 1, status: 503, requestId: null }],
      ['retry', { ...call, attempt: 1, delay: 0, error: { name: 'ServerError' } }],
      ['request', { ...call, attempt: 2 }],
      ['response', { ...call, attempt: 2, status: 201, requestId: 'r2', bodyLength: 28 }],
    ]);
    expect(inspect(seen, { depth: 9 })).not.toContain(apiKey);
  });

  it('that throw or reject do not affect the call, and their errors are logged', async () => {
    const log = logger();
    const hooks = {
      onRequest: () => {
        throw new Error('one');
      },
      onResponse: async () => Promise.reject(new Error('two')),
    };
    const { client } = stubClient([json(project)], { hooks, logger: log });
    expect(await client.projects.create({ name: 'A' })).toEqual(project);
    await eventually(() => expect(log.error).toHaveBeenCalledTimes(2));
    expect(log.error.mock.calls.map(([, cause]) => cause.message)).toEqual(['one', 'two']);
  });

  it('can be methods that use `this`', async () => {
    class Counter {
      count = 0;
      onRequest() {
        this.count += 1;
      }
    }
    const hooks = new Counter();
    await stubClient([json(project)], { hooks }).client.projects.create({ name: 'A' });
    expect(hooks.count).toBe(1);
  });

  it('that reject cause a console message with their error if there is no logger', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const hooks = { onRequest: () => Promise.reject(new Error('one')) };
    await stubClient([json(project)], { hooks }).client.projects.create({ name: 'A' });
    await eventually(() => expect(error).toHaveBeenCalledOnce());
  });
});

it('the logger receives a line for each request, response and retry, without the API key, headers or bodies', async () => {
  const log = logger();
  const { client } = stubClient([unavailable, json({ ...project, name: 'very private' })], { logger: log });
  await client.projects.create({ name: 'very private' });
  const lines = log.debug.mock.calls.map(([line]) => line);
  const start = 'clipwright projects.create POST https://video.test/api/v1/projects attempt';
  expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).toEqual([
    `${start} 1: sending 23 characters`,
    `${start} 1: 503, 100 characters in n ms`,
    `${start} 1: ServerError, retry in n ms`,
    `${start} 2: sending 23 characters`,
    `${start} 2: 200, 50 characters in n ms`,
  ]);
  expect(lines.join()).not.toMatch(/secret|private/);
});

describe('CLIPWRIGHT_LOG', () => {
  /** Makes a call with a retry and an invalid response, and returns what the client writes to the console. */
  async function consoleCalls(level: string, options = {}) {
    vi.stubEnv('CLIPWRIGHT_LOG', level);
    const log = (['debug', 'info', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    const hooks = { onRetry: () => Promise.reject(new Error('broken hook')) };
    const { client } = stubClient([unavailable, json({ ...project, name: 7 })], { hooks, ...options });
    await client.projects.create({ name: 'very private' });
    await eventually(() => expect(log[3]).toHaveBeenCalledOnce());
    return log.map((spy) => spy.mock.calls);
  }

  it.each([
    ['debug', [5, 0, 1, 1]],
    ['info', [0, 0, 1, 1]],
    ['warn', [0, 0, 1, 1]],
    ['error', [0, 0, 0, 1]],
  ])('%s logs to the console at that level and above, without secrets', async (level, counts) => {
    const lines = await consoleCalls(level);
    expect(lines.map(({ length }) => length)).toEqual(counts);
    expect(inspect(lines, { depth: 9 })).not.toMatch(/secret|private/);
    expect(lines[3]).toEqual([['clipwright: a hook threw', new Error('broken hook')]]);
  });

  it('does not affect a custom logger', async () => {
    vi.stubEnv('CLIPWRIGHT_LOG', 'debug');
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    const log = logger();
    await stubClient([json(project)], { logger: log }).client.projects.create({ name: 'A' });
    expect([debug.mock.calls.length, log.debug.mock.calls.length]).toEqual([0, 2]);
  });

  it('must be a log level', () => {
    vi.stubEnv('CLIPWRIGHT_LOG', 'loud');
    expect(() => stubClient([])).toThrow(ConfigurationError);
    expect(() => stubClient([])).toThrow('CLIPWRIGHT_LOG must be one of "debug", "info", "warn", "error".');
  });
});

const failAtOnce = () => {
  throw new Error('disk full');
};

describe.each<[string, () => unknown]>([
  ['throws', failAtOnce],
  ['rejects', async () => failAtOnce()],
  // biome-ignore lint/suspicious/noThenProperty: a logger can return any thenable.
  ['returns a thenable that throws', () => ({ then: failAtOnce })],
])('a logger that %s', (_, broken) => {
  it('does not affect the call, cause a second request or end the process', async () => {
    const unhandled = unhandledRejections();
    const { client, sent } = stubClient([json({ id: 7, status: 'ready' })], {
      hooks: { onRequest: broken, onResponse: broken, onMismatch: broken },
      logger: { debug: broken, warn: broken, error: broken },
    });
    expect(await client.projects.create({ name: 'A' })).toHaveProperty('id', 7);
    await unhandledRejectionsEmitted();
    expect(sent).toHaveLength(1);
    expect(unhandled).toEqual([]);
  });
});
