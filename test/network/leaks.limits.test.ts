import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { rejectionOf } from '../client/support/stub.ts';
import { runs } from '../support/amount.ts';
import * as server from './support/behaviors.ts';
import { calls, clientOf, withoutBackoff } from './support/calls.ts';
import { type Behavior, hostileServer } from './support/hostile-server.ts';

withoutBackoff();

test('calls that succeed, fail or are retried remove their listeners from a long-lived signal', async () => {
  const { signal } = new AbortController();
  const service = await hostileServer(alternately(server.succeed, server.respond(503), server.respond(404)));
  const client = clientOf(service, { maxRetries: 1 });
  const callOften = async () => {
    for (let call = 0; call < runs(500); call++) await calls.GET(client, { signal }).catch(() => {});
  };
  // Calls run concurrently, so that some wait for a retry while others are in flight.
  await Promise.all(Array.from({ length: 10 }, callOften));
  expect(service.received.length).toBeGreaterThan(runs(5000));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a call in flight listens to its signal', async () => {
  const { signal } = new AbortController();
  const service = await hostileServer(server.stall);
  const ended = rejectionOf(calls.PATCH(clientOf(service, { timeout: 40 }), { signal }));
  expect(getEventListeners(signal, 'abort')).not.toEqual([]);
  await ended;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a wait with many polls does not accumulate listeners on any signal', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener');
  const job = (status: string) => server.respond(200, JSON.stringify({ job_id: 'j1', status }));
  const service = await hostileServer(...Array(30).fill(job('running')), job('completed'));
  const queued = { job_id: 'j1', status: 'queued', status_url: '/jobs/j1' };
  await clientOf(service).jobs.wait(queued, { interval: 1, maxInterval: 1 });
  const signals = new Set(added.mock.contexts.filter((target) => target instanceof AbortSignal));
  const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
  expect(counts.length).toBeGreaterThan(30);
  // The runtime's fetch can keep one or two listeners on an attempt's signal.
  expect(Math.max(...counts)).toBeLessThan(5);
});

function alternately(...behaviors: readonly Behavior[]): Behavior {
  let turn = 0;
  return (exchange) => behaviors[turn++ % behaviors.length]?.(exchange);
}
