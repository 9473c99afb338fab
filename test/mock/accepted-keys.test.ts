import type { Mock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { forEachTransport, openInProcess } from '../support/transports.ts';

const stranger = { apiKey: 'stranger-secret' };

const calls: Record<string, (mock: Mock, scope: { apiKey: string }) => unknown> = {
  'faults.add': async ({ faults }, scope) => faults.add({ status: 500, ...scope }),
  'faults.add of a delivery fault': async ({ faults }, scope) =>
    faults.add({ match: { event: '*' }, drop: true, ...scope }),
  'faults.list': async ({ faults }, scope) => faults.list(scope),
  'faults.clear': async ({ faults }, scope) => faults.clear(scope),
  'jobs.next': async ({ jobs }, scope) => jobs.next({ status: 'failed', ...scope }),
  'seed.project': ({ seed }, scope) => seed.project({ name: 'Talk', ...scope }),
  emit: async (mock, scope) => mock.emit('job.complete', {}, scope),
  snapshot: async (mock, scope) => mock.snapshot(scope),
  restore: async (mock, scope) => mock.restore(await openInProcess().mock.snapshot(), scope),
  reset: async (mock, scope) => mock.reset(scope),
  'requests.matching': async (mock, scope) => (await mock.requests).matching(scope),
  'deliveries.matching': async (mock, scope) => (await mock.deliveries).matching(scope),
};

const callsOfOneId: Record<string, (mock: Mock, scope: { apiKey: string }) => unknown> = {
  'jobs.complete': async ({ jobs }, scope) => jobs.complete('id', scope),
  'jobs.fail': async ({ jobs }, scope) => jobs.fail('id', 'reason', scope),
  'jobs.cancel': async ({ jobs }, scope) => jobs.cancel('id', scope),
  'jobs.hold': async ({ jobs }, scope) => jobs.hold('id', 1, scope),
  redeliver: (mock, scope) => mock.redeliver('id', scope),
};

describe.each(Object.entries({ ...calls, ...callsOfOneId }))('%s', (_, call) => {
  test('rejects an API key that the mock does not accept, without showing the key', async () => {
    const { mock } = openInProcess({ apiKeys: ['first', 'second'] });
    const refusal = await (async () => call(mock, stranger))().catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'ConfigurationError', option: expect.stringMatching(/(?:^|\.)apiKey$/) });
    expect(String(refusal)).toContain('must be one of the API keys that the mock accepts: its apiKeys.');
    expect(String(refusal)).not.toContain(stranger.apiKey);
  });
});

test.each(Object.entries(calls))(
  '%s accepts the keys in apiKeys, and any key if apiKeys is omitted',
  async (_, call) => {
    await call(openInProcess({ apiKeys: ['first', 'second'] }).mock, { apiKey: 'second' });
    await call(openInProcess().mock, stranger);
  },
);

forEachTransport('control over HTTP', (open) => {
  test('responds with 401 to an API key that the mock does not accept, and adds no fault', async () => {
    const { baseUrl, fetch, mock } = await open({ apiKeys: ['first'] });
    const send = (apiKey: string) =>
      fetch(`${new URL(baseUrl).origin}/_mock/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 500 }),
      });
    const refusal = await send(stranger.apiKey);
    expect([refusal.status, Object(await refusal.json()).error.code]).toEqual([401, 'unauthorized']);
    expect(await mock.faults.list()).toEqual([]);
    expect((await send('first')).status).toBe(200);
  });
});
