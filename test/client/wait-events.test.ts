import type { Clipwright, WaitEvents } from 'clipwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchOf, clip, exportJob, runTimers } from './support/batches.ts';
import { errorResponse, json, rejectionOf, type StubResponse, stubClient, wholeJob } from './support/stub.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
const started = { job_id: 'job-a', status: 'queued', status_url: '/status/a' };
const running = exportJob('a', 'running', { status_url: '/status/a' });
const done = wholeJob(exportJob('a', 'done', { download_url: 'https://video.test/a' }));

/** A source of events that remembers the latest subscriptions. */
class Events implements WaitEvents {
  readonly subscriptions = new Map<() => void, readonly string[]>();
  subscribe(ids: readonly string[], wake: () => void): () => void {
    const own = () => wake();
    this.subscriptions.set(own, ids);
    return () => this.subscriptions.delete(own);
  }
  publish(id: string): void {
    for (const [wake, ids] of [...this.subscriptions]) if (ids.includes(id)) wake();
  }
}

/** Starts a wait, and records the time of each poll in seconds. */
function startWait(responses: StubResponse[], options: object = {}, wait = waitForJob) {
  const events = new Events();
  const polls: number[] = [];
  const start = Date.now();
  const next = [...responses];
  const respond: StubResponse = (sent) => {
    polls.push((Date.now() - start) / 1000);
    const response = (next.length > 1 ? next.shift() : next[0]) as StubResponse;
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response(sent) : response.clone();
  };
  const { client } = stubClient([respond], { maxRetries: 0, wait: { interval: 500, maxInterval: 900 } });
  return { events, polls, result: wait(client, { events, ...options }) };
}
function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
const waitForJob = (client: Clipwright, options: object): Promise<unknown> => client.jobs.wait(started, options);

describe('a wait with events', () => {
  it('polls as soon as an event names its job', async () => {
    const { events, polls, result } = startWait([json(running), json(done)]);
    await vi.advanceTimersByTimeAsync(5_000);
    events.publish('job-a');
    expect(await runTimers(result)).toEqual(done);
    expect(polls).toEqual([0, 5]);
  });

  it('polls when an event names the export that the first poll returned', async () => {
    const { events, polls, result } = startWait([json(running), json(done)]);
    await vi.advanceTimersByTimeAsync(2_000);
    events.publish('export-a');
    await runTimers(result);
    expect(polls).toEqual([0, 2]);
  });

  it('does not poll when an event names another job', async () => {
    const { events, polls } = startWait([json(running), json(done)]);
    await vi.advanceTimersByTimeAsync(5_000);
    events.publish('job-b');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(polls).toEqual([0]);
  });

  it('polls after 30 s, and later every 60 s, without an event, even if the client sets a shorter interval', async () => {
    const { polls, result } = startWait([json(running), json(running), json(running), json(running), json(done)]);
    await runTimers(result);
    expect(polls).toEqual([0, 30, 75, 135, 195]);
  });

  it('uses the interval that the call sets', async () => {
    const { polls, result } = startWait([json(running), json(running), json(done)], { interval: 2_000 });
    await runTimers(result);
    expect(polls).toEqual([0, 2, 5]);
  });

  it('polls again if an event comes during a poll', async () => {
    const slowly = () => new Promise<Response>((resolve) => setTimeout(() => resolve(json(running)), 1_000));
    const { events, polls, result } = startWait([slowly, json(done)]);
    await vi.advanceTimersByTimeAsync(500);
    events.publish('job-a');
    await runTimers(result);
    expect(polls).toEqual([0, 1.1]);
  });

  it('polls at most every 100 ms when many events come', async () => {
    const { events, polls } = startWait([json(running)]);
    for (let time = 0; time < 1_000; time += 10) {
      await vi.advanceTimersByTimeAsync(10);
      events.publish('job-a');
    }
    expect(polls.length).toBeLessThanOrEqual(11);
  });

  it('respects the Retry-After of a 429 when an event comes earlier', async () => {
    const limited = errorResponse(429, 'slow_down', { 'retry-after': '20' });
    const { events, polls, result } = startWait([limited, json(done)]);
    await vi.advanceTimersByTimeAsync(1_000);
    events.publish('job-a');
    await runTimers(result);
    expect(polls[1]).toBeGreaterThanOrEqual(20);
  });

  it('rejects at its timeout even if an event comes just before', async () => {
    const { events, result } = startWait([json(running)], { timeout: 10_000 });
    const error = rejectionOf(result);
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(9_990);
    events.publish('job-a');
    expect(await runTimers(error)).toHaveProperty('name', 'WaitTimeoutError');
    expect(Date.now() - start).toBe(10_000);
  });

  it.each<[string, StubResponse[], object]>([
    ['succeeds', [json(running), json(done)], {}],
    ['fails', [json(exportJob('a', 'failed'))], {}],
    ['times out', [json(running)], { timeout: 100_000 }],
    ['is aborted', [json(running)], { aborted: 1_000 }],
  ])(
    'ends its subscription when it %s',
    async (_, responses, { aborted, ...options }: { aborted?: number; timeout?: number }) => {
      const signal = aborted === undefined ? undefined : abortAfter(aborted);
      const { events, result } = startWait(responses, { ...options, signal });
      await runTimers(Promise.allSettled([result]));
      expect(events.subscriptions.size).toBe(0);
    },
  );

  it('polls a batch when an event names the export or the job of a clip', async () => {
    const listed = (job: object) => json({ jobs: [job] });
    const wait = (client: Clipwright, options: object) => client.clips.wait(batchOf(clip('a')), options);
    const { events, polls, result } = startWait([listed(running), listed(running), listed(done)], {}, wait);
    await vi.advanceTimersByTimeAsync(1_000);
    events.publish('export-a');
    await vi.advanceTimersByTimeAsync(1_000);
    events.publish('job-a');
    await runTimers(result);
    expect(polls).toEqual([0, 1, 2]);
  });

  it('polls the job of a watch when an event names it', async () => {
    const watch = async (client: Clipwright, options: object) => {
      for await (const { status } of client.jobs.watch(started, options)) if (status === 'done') return status;
      return undefined;
    };
    const { events, polls, result } = startWait([json(running), json(done)], {}, watch);
    await vi.advanceTimersByTimeAsync(3_000);
    events.publish('job-a');
    expect(await runTimers(result)).toBe('done');
    expect(polls).toEqual([0, 3]);
  });

  it.each([{ events: {} }, { events: true }, { events: null }])('rejects the options %j', async (options) => {
    const { client, sent } = stubClient([json(done)]);
    const error = await rejectionOf(client.jobs.wait(started, options as never));
    expect(String(error)).toContain('options.events must be memoryEvents() or redisEvents(redis)');
    expect(sent).toEqual([]);
  });
});
