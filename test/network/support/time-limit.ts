import { vi } from 'vitest';
import type { Behavior } from './hostile-server.ts';

/** A time limit that ends only after the service has stalled, even if a busy machine is slow to connect. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** Wraps a behavior so that the time limit ends during it. */
  readonly endsDuring: (behavior: Behavior) => Behavior;
}

/** The longest delay of any other timer in these tests: the default `timeout`. */
const LONGEST_OTHER = 60_000;

/** Returns a time limit. Can only be called once in a test, because it mocks `setTimeout`. */
export function timeLimit(): TimeLimit {
  const milliseconds = 2 * LONGEST_OTHER;
  const ends: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const setTimeoutUnlessHeld = (callback: () => void, delay?: number, ...given: unknown[]) => {
    // The delay can be shorter than the limit, because a wait sets a timer with its remaining time for each poll.
    if (delay !== undefined && delay > LONGEST_OTHER && delay <= milliseconds) ends.push(callback);
    return setTimeout(callback, delay, ...given);
  };
  // Cast: only Node's own `setTimeout` has `__promisify__`.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(setTimeoutUnlessHeld as typeof setTimeout);
  const endsDuring =
    (behavior: Behavior): Behavior =>
    (exchange) => {
      // The newest timer belongs to the current attempt. Wait a little, so that the client has read part of the response.
      setTimeout(() => ends.pop()?.(), 20);
      return behavior(exchange);
    };
  return { milliseconds, endsDuring };
}
