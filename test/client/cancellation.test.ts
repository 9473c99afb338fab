import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { openScope, sleep, untilAborted } from '../../src/core/async/cancellation.ts';
import { rejectionOf } from './support/stub.ts';

it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['a sleep', (signal) => sleep(1, signal)],
  ['work that ends', (signal) => untilAborted(Promise.resolve(1), signal)],
  ['work that fails', (signal) => rejectionOf(untilAborted(Promise.reject(new Error('x')), signal))],
])('%s removes its listener from the signal', async (_, work) => {
  const { signal } = new AbortController();
  await work(signal);
  await Promise.resolve();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a scope leaves neither a listener nor a timer once it is released', () => {
  vi.useFakeTimers();
  const parent = new AbortController();
  const scope = openScope(parent.signal, 1_000);
  expect([getEventListeners(parent.signal, 'abort').length, vi.getTimerCount()]).toEqual([1, 1]);
  scope.release();
  expect([getEventListeners(parent.signal, 'abort').length, vi.getTimerCount()]).toEqual([0, 0]);
  vi.useRealTimers();
});
