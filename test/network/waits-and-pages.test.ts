import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';
import { timeLimit } from './support/time-limit.ts';

withoutBackoff();

const job = (status: string) => server.respond(200, JSON.stringify({ job_id: 'j1', status }));
const queued = { job_id: 'j1', status: 'queued', status_url: '/jobs/j1' };
const waitOptions = { interval: 1, maxInterval: 1 };

describe('a wait', () => {
  it.each<[string, Behavior]>([
    ['503', server.respond(503)],
    ['an HTML page', server.htmlPage(502)],
    ['429', server.rateLimit('0.001')],
    ['a reset', server.resetBeforeResponse],
    ['a reset in the body', server.resetInBody],
  ])('continues after %s', async (_, behavior) => {
    const service = await hostileServer(job('running'), behavior, behavior, job('completed'));
    const client = clientOf(service, { maxRetries: 0 });
    expect(await client.jobs.wait(queued, waitOptions)).toEqual({ job_id: 'j1', status: 'completed' });
    expect(service.received).toHaveLength(4);
  });

  it('continues after a poll that stalled', async () => {
    const limit = timeLimit();
    const service = await hostileServer(job('running'), limit.endsDuring(server.stall), job('completed'));
    const client = clientOf(service, { maxRetries: 0, timeout: limit.milliseconds });
    expect(await client.jobs.wait(queued, waitOptions)).toEqual({ job_id: 'j1', status: 'completed' });
    expect(service.received).toHaveLength(3);
  });

  it.each([401, 403, 404])('rejects when a poll gets a %i', async (status) => {
    const service = await hostileServer(job('running'), server.respond(status));
    expect(await rejectionOf(clientOf(service).jobs.wait(queued, waitOptions))).toMatchObject({ status });
    expect(service.received).toHaveLength(2);
  });

  it('rejects when a response is not a job', async () => {
    const service = await hostileServer(job('running'), server.htmlPage(200));
    expect(await rejectionOf(clientOf(service).jobs.wait(queued, waitOptions))).toHaveProperty(
      'name',
      'ResponseValidationError',
    );
  });

  it('rejects with the last state if it times out during a poll that gets no response', async () => {
    const limit = timeLimit();
    const service = await hostileServer(job('running'), limit.endsDuring(server.stall));
    const wait = clientOf(service).jobs.wait(queued, { ...waitOptions, timeout: limit.milliseconds });
    const error = await rejectionOf(wait);
    expect(error).toMatchObject({ name: 'WaitTimeoutError', job: { status: 'running' } });
  });

  it('polls immediately, without a negative delay, if onProgress took longer than the interval', async () => {
    const service = await hostileServer(job('running'), job('completed'));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await clientOf(service).jobs.wait(queued, { ...waitOptions, onProgress: () => sleep(20) });
    expect(Math.min(...timers.mock.calls.map(([, delay = 0]) => delay))).toBe(0);
  });
});

describe('iterating pages', () => {
  const page = (offset: number, has_more: boolean) => {
    const pagination = { total: 4, returned: 2, offset, limit: 2, has_more };
    return server.respond(200, JSON.stringify({ success: true, captions: [offset, offset + 1], pagination }));
  };

  it('retries a truncated page without skipping or repeating items', async () => {
    const service = await hostileServer(page(0, true), server.resetInBody, server.longContentLength, page(2, false));
    expect(await clientOf(service).captions.list('p1').toArray()).toEqual([0, 1, 2, 3]);
    const offsets = service.received.map(({ path }) => path.split('?')[1]);
    expect(offsets).toEqual([undefined, 'offset=2', 'offset=2', 'offset=2']);
  });

  it('rejects if the service returns the same page again', async () => {
    const service = await hostileServer(page(0, true));
    expect(await rejectionOf(clientOf(service).captions.list('p1').toArray())).toHaveProperty(
      'name',
      'PaginationError',
    );
    expect(service.received).toHaveLength(2);
  });

  it('does not request another page after `break`', async () => {
    const service = await hostileServer(page(0, true));
    for await (const _ of clientOf(service).captions.list('p1')) break;
    expect(service.received).toHaveLength(1);
  });
});
