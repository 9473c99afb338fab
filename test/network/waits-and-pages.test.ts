import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';

withoutBackoff();

const job = (status: string) => server.respond(200, JSON.stringify({ job_id: 'j1', status }));
const queued = { job_id: 'j1', status: 'queued', status_url: '/jobs/j1' };
const quick = { interval: 1, maxInterval: 1 };

describe('a wait', () => {
  it.each<[string, Behavior]>([
    ['503', server.respond(503)],
    ['a page', server.htmlPage(502)],
    ['429', server.rateLimit('0.001')],
    ['a reset', server.resetBeforeResponse],
    ['a reset in the body', server.resetInBody],
    ['a stall', server.stall],
  ])('survives %s', async (_, behavior) => {
    const service = await hostileServer(job('running'), behavior, behavior, job('completed'));
    const client = clientOf(service, { maxRetries: 0, timeout: 150 });
    expect(await client.jobs.wait(queued, quick)).toEqual({ job_id: 'j1', status: 'completed' });
    expect(service.received).toHaveLength(4);
  });

  it.each([401, 403, 404])('ends at %i', async (status) => {
    const service = await hostileServer(job('running'), server.respond(status));
    expect(await rejectionOf(clientOf(service).jobs.wait(queued, quick))).toMatchObject({ status });
    expect(service.received).toHaveLength(2);
  });

  it('ends at a response that is not a job', async () => {
    const service = await hostileServer(job('running'), server.htmlPage(200));
    expect(await rejectionOf(clientOf(service).jobs.wait(queued, quick))).toHaveProperty(
      'name',
      'ResponseValidationError',
    );
  });

  it('ends when its time is up though the service is silent, with the last state', async () => {
    const service = await hostileServer(job('running'), server.stall);
    const error = await rejectionOf(clientOf(service).jobs.wait(queued, { ...quick, timeout: 300 }));
    expect(error).toMatchObject({ name: 'WaitTimeoutError', job: { status: 'running' } });
  });

  it('goes on at once after a caller who took longer than the pause: Node warns of negative times', async () => {
    const service = await hostileServer(job('running'), job('completed'));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await clientOf(service).jobs.wait(queued, { ...quick, onProgress: () => sleep(20) });
    expect(Math.min(...timers.mock.calls.map(([, delay = 0]) => delay))).toBe(0);
  });
});

describe('a walk over pages', () => {
  const page = (offset: number, has_more: boolean) => {
    const pagination = { total: 4, returned: 2, offset, limit: 2, has_more };
    return server.respond(200, JSON.stringify({ success: true, captions: [offset, offset + 1], pagination }));
  };

  it('outlives a page that breaks off, and skips and repeats nothing', async () => {
    const service = await hostileServer(page(0, true), server.resetInBody, server.longContentLength, page(2, false));
    expect(await clientOf(service).captions.list('p1').toArray()).toEqual([0, 1, 2, 3]);
    const offsets = service.received.map(({ path }) => path.split('?')[1]);
    expect(offsets).toEqual([undefined, 'offset=2', 'offset=2', 'offset=2']);
  });

  it('ends where the service repeats itself', async () => {
    const service = await hostileServer(page(0, true));
    expect(await rejectionOf(clientOf(service).captions.list('p1').toArray())).toHaveProperty(
      'name',
      'PaginationError',
    );
    expect(service.received).toHaveLength(2);
  });

  it('asks for nothing more after a break', async () => {
    const service = await hostileServer(page(0, true));
    for await (const _ of clientOf(service).captions.list('p1')) break;
    expect(service.received).toHaveLength(1);
  });
});
