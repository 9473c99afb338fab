import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { onAbort, openScope, sleep, untilAborted } from '../../src/core/async/cancellation.ts';
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

it('work that never ends leaves no listener on a signal that was aborted', async () => {
  const controller = new AbortController();
  const works = [1, 2].map(() => rejectionOf(untilAborted(new Promise(() => {}), controller.signal)));
  controller.abort('enough');
  const late = rejectionOf(untilAborted(new Promise(() => {}), controller.signal));
  expect(await Promise.all([...works, late])).toEqual(['enough', 'enough', 'enough']);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
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

describe('a signal that much work shares', () => {
  it('has one listener, and none once the work has ended', () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const scopes = Array.from({ length: 1_000 }, () => openScope(signal, undefined));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (const { release } of scopes) release();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });

  it('ends all of it when it is aborted, but for what has ended before', () => {
    const controller = new AbortController();
    const [first, released, last] = [1, 2, 3].map(() => openScope(controller.signal, undefined));
    released?.release();
    controller.abort('enough');
    expect([first, released, last].map((scope) => scope?.signal.reason)).toEqual(['enough', undefined, 'enough']);
  });

  it('has a listener again after it had none, whoever tells it twice that the earlier work has ended', () => {
    const controller = new AbortController();
    const earlier = openScope(controller.signal, undefined);
    earlier.release();
    const later = openScope(controller.signal, undefined);
    earlier.release();
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect(later.signal.aborted).toBe(true);
  });

  it('calls nobody back who is taken away while it is aborted', () => {
    const controller = new AbortController();
    const called: string[] = [];
    onAbort(controller.signal, () => {
      called.push('first');
      removeSecond();
    });
    const removeSecond = onAbort(controller.signal, () => called.push('second'));
    controller.abort();
    expect(called).toEqual(['first']);
  });
});
