import type { Clipwright } from 'clipwright';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import * as server from './support/behaviors.ts';
import { callKinds, calls, clientOf } from './support/calls.ts';
import { type HostileServer, hostileServer } from './support/hostile-server.ts';

describe.each([300, 301, 302, 303, 307, 308])('a %i redirect', (status) => {
  it.each(callKinds)('is not followed to another origin by %s', async (kind) => {
    const elsewhere = await hostileServer(server.succeed);
    const service = await hostileServer(server.redirect(status, `${elsewhere.baseUrl}/projects`));
    expect(await rejectionOf(calls[kind](clientOf(service)))).toMatchObject({ name: 'ApiError', status, attempts: 1 });
    expect(elsewhere.connections).toEqual([]);
  });

  it('is not followed on the same origin', async () => {
    const service = await hostileServer(server.redirect(status, '/api/v1/projects'), server.succeed);
    expect(await rejectionOf(calls['POST with key'](clientOf(service)))).toMatchObject({ name: 'ApiError', status });
    expect(service.received).toHaveLength(1);
  });
});

describe('a URL on another origin', () => {
  it.each<[string, (client: Clipwright, url: string) => PromiseLike<unknown>]>([
    ['a status_url', (client, status_url) => client.jobs.retrieve({ job_id: 'j1', status: 'queued', status_url })],
    [
      'the status_url of a wait',
      (client, status_url) => client.jobs.wait({ job_id: 'j1', status: 'queued', status_url }),
    ],
    ['a job’s URL', (client, url) => client.jobs.retrieve(url)],
    ['a cancel_url', (client, cancel_url) => client.jobs.cancel({ job_id: 'j1', status: 'queued', cancel_url })],
    ['a next action', (client, path) => client.follow({ method: 'POST', path })],
    ['a path with a host', (client, url) => client.follow({ method: 'POST', path: url.replace('http:', '') })],
    ['a URL passed to client.request', (client, url) => client.request('POST', url, { body: { name: 'A' } })],
  ])('is rejected as %s before anything is sent', async (_, call) => {
    const [service, elsewhere] = await twoServers();
    expect(await rejectionOf(call(clientOf(service), `${elsewhere.origin}/jobs/j1`))).toHaveProperty(
      'name',
      'RequestValidationError',
    );
    expect([...service.connections, ...elsewhere.connections]).toEqual([]);
  });

  it('receives the request if the origin is trusted', async () => {
    const [service, elsewhere] = await twoServers();
    const client = clientOf(service, { trustedOrigins: [elsewhere.origin] });
    await client.follow({ method: 'POST', path: `${elsewhere.origin}/jobs/j1` });
    expect(elsewhere.received).toMatchObject([{ method: 'POST', path: '/jobs/j1' }]);
    expect(service.connections).toEqual([]);
  });
});

describe('an invalid request', () => {
  it.each<[string, (client: Clipwright) => PromiseLike<unknown>]>([
    ['a short Idempotency-Key', (client) => client.projects.create({ name: 'A' }, { idempotencyKey: 'short' })],
    [
      'an Idempotency-Key for an endpoint that does not support it',
      (client) => client.timeline.batchMove('p1', { items: [] }, Object({ idempotencyKey: 'order-42' })),
    ],
    ['a limit that is too low', (client) => client.captions.list('p1', { limit: 0 })],
    ['a limit that is too high', (client) => client.captions.words.list('p1', { limit: 501 })],
    ['a fraction as offset', (client) => client.captions.list('p1', { offset: 1.5 })],
    ['a negative offset', (client) => client.captions.list('p1', { offset: -1 })],
    ['an empty identifier', (client) => client.jobs.list('')],
    ['".." as identifier', (client) => client.jobs.list('..')],
    ['a negative timeout', (client) => client.jobs.list('p1', { timeout: -1 })],
  ])('with %s is rejected before anything is sent', async (_, call) => {
    const service = await hostileServer(server.succeed);
    expect(await rejectionOf(call(clientOf(service)))).toHaveProperty('name', 'RequestValidationError');
    expect(service.connections).toEqual([]);
  });
});

it('an id with slashes is encoded as one path segment', async () => {
  const service = await hostileServer(server.succeed);
  await clientOf(service).timeline.at('../p1?x', { time_seconds: 0 });
  expect(service.received[0]?.path).toBe('/api/v1/projects/..%2Fp1%3Fx/timeline/at?time_seconds=0');
});

async function twoServers(): Promise<[HostileServer, HostileServer]> {
  return Promise.all([hostileServer(server.succeed), hostileServer(server.succeed)]);
}
