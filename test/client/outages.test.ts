import type { Clipwright, ClipwrightOptions } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type StubResponse, stubClient } from './support/stub.ts';

beforeEach(() => vi.useFakeTimers());
const started = exportJob('a', 'running', { status_url: '/status/a' });
const down = errorResponse(503, 'down');
const clientOf = (responses: StubResponse[], options: Partial<ClipwrightOptions> = {}) =>
  stubClient(responses, { maxRetries: 0, ...options });
const waits: [string, (client: Clipwright, options?: object) => Promise<unknown>][] = [
  ['jobs.wait', (client, options) => client.jobs.wait(started, options)],
  ['clips.wait', (client, options) => client.clips.wait(batchOf(clip('a')), options)],
];

describe('a wait on a service that is down', () => {
  it.each(waits)('(%s) rejects after 15 minutes with the last failure', async (name, wait) => {
    const start = Date.now();
    const error = await runTimers(rejectionOf(wait(clientOf([down]).client)));
    expect(Date.now() - start).toBe(900_000);
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      cause: { name: 'ServerError', status: 503 },
      message: expect.stringMatching(
        `^${name} has had no successful poll for its outageTimeout of 900000 ms; in the last poll, jobs.* failed with status 503 .*The work continues: raise outageTimeout, or wait again with the same`,
      ),
    });
  });

  it.each<[string, StubResponse]>([
    ['responds with 429', errorResponse(429, 'x', { 'retry-after': '30' })],
    ['refuses connections', new TypeError('fetch failed')],
    ['never responds', () => new Promise<Response>(() => {})],
  ])('rejects after outageTimeout if the service %s', async (_, response) => {
    const start = Date.now();
    const { client } = clientOf([response]);
    const error = await runTimers(rejectionOf(client.jobs.wait(started, { outageTimeout: 400_000 })));
    expect(error).toHaveProperty('name', 'WaitTimeoutError');
    expect(Date.now() - start).toBe(400_000);
  });

  it('measures the outage from the first failed poll after the last success', async () => {
    const start = Date.now();
    const { client } = clientOf([json(started), down, json(started), down]);
    const options = { interval: 60_000, maxInterval: 60_000, outageTimeout: 50_000 };
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await runTimers(rejectionOf(client.jobs.wait(started, { ...options, outageTimeout: 100_000 })));
    expect(Date.now() - start).toBe(180_000 + 100_000);
  });

  it('ends at its timeout if that is shorter than outageTimeout', async () => {
    const error = await runTimers(rejectionOf(clientOf([down]).client.jobs.wait(started, { timeout: 5_000 })));
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('exceeded its timeout of 5000 ms; in the last poll'),
    );
  });

  it('warns after 3, 6, 12 and 24 failed polls in a row', async () => {
    const logger = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { client, sent } = clientOf([...Array(24).fill(down), json({ ...started, status: 'done' })], { logger });
    await runTimers(client.jobs.wait(started));
    expect(sent).toHaveLength(25);
    expect(logger.warn.mock.calls.map(([line]) => line)).toEqual(
      [3, 6, 12, 24].map((count) =>
        expect.stringMatching(`^clipwright jobs.wait: ${count} polls in a row have failed; in the last poll, .* 503 `),
      ),
    );
  });

  it('says why the last poll failed when it is aborted', async () => {
    const controller = new AbortController();
    const error = rejectionOf(clientOf([down]).client.jobs.wait(started, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('enough');
    expect(await error).toMatchObject({
      name: 'AbortError',
      cause: 'enough',
      message: expect.stringMatching(
        /^jobs\.wait was aborted by its signal; in the last poll, .* failed with status 503/,
      ),
    });
  });
});

describe('the client’s wait option', () => {
  it('sets defaults that a wait’s own options override', async () => {
    const start = Date.now();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { client, sent } = clientOf([json(started)], { wait: { interval: 100, maxInterval: 100, timeout: 350 } });
    const error = await runTimers(rejectionOf(client.jobs.wait(started)));
    expect(error).toHaveProperty('message', expect.stringContaining('its timeout of 350 ms'));
    expect([sent.length, Date.now() - start]).toEqual([4, 350]);
    await runTimers(rejectionOf(client.jobs.wait(started, { timeout: 950, interval: undefined })));
    expect([sent.length, Date.now() - start]).toEqual([14, 1_300]);
  });

  it('can set outageTimeout', async () => {
    const { client } = clientOf([down], { wait: { outageTimeout: 5_000 } });
    const error = await runTimers(rejectionOf(client.jobs.wait(started)));
    expect(error).toHaveProperty('message', expect.stringContaining('its outageTimeout of 5000 ms'));
  });

  it.each<[object, string]>([
    [{ interval: 0 }, 'wait.interval must be a number of milliseconds above 0'],
    [{ maxInterval: '1' }, 'wait.maxInterval must be a number'],
    [{ timeout: Number.NaN }, 'wait.timeout must be a number'],
    [{ outageTimeout: -1 }, 'wait.outageTimeout must be a number'],
    [{ intervall: 1 }, 'wait.intervall is not an option. Did you mean "interval"?'],
  ])('rejects %j', (wait, message) => {
    expect(() => clientOf([], { wait })).toThrow(message);
  });

  it.each([null, 7, [1_000]])('rejects %j, which is not a plain object', (wait) => {
    expect(() => clientOf([], { wait: wait as never })).toThrow('wait must be a plain object');
  });
});
