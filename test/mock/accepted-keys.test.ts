import type { Mock } from 'clipwright/mock';
import { createMock } from 'clipwright/mock';
import { describe, expect, test } from 'vitest';
import { forEachTransport } from '../support/transports.ts';

const stranger = { apiKey: 'stranger-secret' };

const calls: Record<string, (mock: Mock, scope: { apiKey: string }) => unknown> = {
  'faults.add': ({ faults }, scope) => faults.add({ status: 500, ...scope }),
  'faults.add of a delivery fault': ({ faults }, scope) => faults.add({ match: { event: '*' }, drop: true, ...scope }),
  'faults.list': ({ faults }, scope) => faults.list(scope),
  'faults.clear': ({ faults }, scope) => faults.clear(scope),
  'jobs.next': ({ jobs }, scope) => jobs.next({ status: 'failed', ...scope }),
  'seed.project': ({ seed }, scope) => seed.project({ name: 'Talk', ...scope }),
  emit: (mock, scope) => mock.emit('job.complete', {}, scope),
  snapshot: (mock, scope) => mock.snapshot(scope),
  restore: (mock, scope) => mock.restore(createMock().snapshot(), scope),
  reset: (mock, scope) => mock.reset(scope),
  'requests.matching': ({ requests }, scope) => requests.matching(scope),
  'deliveries.matching': ({ deliveries }, scope) => deliveries.matching(scope),
};

const callsOfOneId: Record<string, (mock: Mock, scope: { apiKey: string }) => unknown> = {
  'jobs.complete': ({ jobs }, scope) => jobs.complete('id', scope),
  'jobs.fail': ({ jobs }, scope) => jobs.fail('id', 'reason', scope),
  'jobs.cancel': ({ jobs }, scope) => jobs.cancel('id', scope),
  'jobs.hold': ({ jobs }, scope) => jobs.hold('id', 1, scope),
  redeliver: (mock, scope) => mock.redeliver('id', scope),
};

describe.each(Object.entries({ ...calls, ...callsOfOneId }))('%s', (_, call) => {
  test('refuses an API key that the mock does not accept, and does not show it', async () => {
    const mock = createMock({ apiKeys: ['first', 'second'] });
    const refusal = await (async () => call(mock, stranger))().catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'ConfigurationError', option: expect.stringMatching(/(?:^|\.)apiKey$/) });
    expect(String(refusal)).toContain('must be one of the API keys that the mock accepts: its apiKeys.');
    expect(String(refusal)).not.toContain(stranger.apiKey);
  });
});

test.each(Object.entries(calls))('%s accepts the API keys of the mock, and any without apiKeys', async (_, call) => {
  await call(createMock({ apiKeys: ['first', 'second'] }), { apiKey: 'second' });
  await call(createMock(), stranger);
});

forEachTransport('control over HTTP', (open) => {
  test('refuses an API key that the mock does not accept, as the API does', async () => {
    const { baseUrl, fetch, mock } = await open({ apiKeys: ['first'] });
    const send = (apiKey: string) =>
      fetch(`${new URL(baseUrl).origin}/_mock/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 500 }),
      });
    const refusal = await send(stranger.apiKey);
    expect([refusal.status, Object(await refusal.json()).error.code]).toEqual([401, 'unauthorized']);
    expect(mock.faults.list()).toEqual([]);
    expect((await send('first')).status).toBe(200);
  });
});
