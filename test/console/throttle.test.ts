import { beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '../../mock/console/data/mock-store.ts';

beforeEach(() => void vi.useFakeTimers());

test('many calls of a throttled function cause one run immediately, and one run after the interval', async () => {
  const act = vi.fn(async () => {});
  const soon = throttle(act, 100, () => {});

  for (let call = 0; call < 10; call += 1) soon();
  await vi.advanceTimersByTimeAsync(1);
  expect(act).toHaveBeenCalledTimes(1);

  for (let call = 0; call < 10; call += 1) soon();
  await vi.advanceTimersByTimeAsync(90);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(act).toHaveBeenCalledTimes(2);
});

test('a call during a run of a throttled function starts the next run after that run', async () => {
  let running = 0;
  let most = 0;
  const act = vi.fn(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
  });
  const soon = throttle(act, 10, () => {});

  soon();
  await vi.advanceTimersByTimeAsync(20);
  soon();
  await vi.advanceTimersByTimeAsync(200);

  expect(act).toHaveBeenCalledTimes(2);
  expect(most).toBe(1);
});

test('an error of a throttled function is reported, and the next call runs the function', async () => {
  const act = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(undefined);
  const onError = vi.fn();
  const soon = throttle(act, 10, onError);

  soon();
  await vi.advanceTimersByTimeAsync(20);
  soon();
  await vi.advanceTimersByTimeAsync(20);

  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('gone'));
  expect(act).toHaveBeenCalledTimes(2);
});
