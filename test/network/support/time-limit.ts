import { vi } from 'vitest';
import type { Behavior } from './hostile-server.ts';

/** A time limit that ends when the service has stalled, and never while a busy machine makes a connection. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** The behavior, during which the time limit ends. */
  readonly endsDuring: (behavior: Behavior) => Behavior;
}

/** The longest delay of any other timer in these tests: the default `timeout`. */
const LONGEST_OTHER = 60_000;

/** Call it once in a test. */
export function timeLimit(): TimeLimit {
  const milliseconds = 2 * LONGEST_OTHER;
  const ends: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const setTimeoutUnlessHeld = (callback: () => void, delay?: number, ...given: unknown[]) => {
    // A wait sets a timer for each poll, with what is left of its time.
    if (delay !== undefined && delay > LONGEST_OTHER && delay <= milliseconds) ends.push(callback);
    return setTimeout(callback, delay, ...given);
  };
  // Cast: only Node's own has `__promisify__`.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(setTimeoutUnlessHeld as typeof setTimeout);
  const endsDuring =
    (behavior: Behavior): Behavior =>
    (exchange) => {
      // The newest: that of the attempt which the service has before it. Later, so that the client has read what comes first.
      setTimeout(() => ends.pop()?.(), 20);
      return behavior(exchange);
    };
  return { milliseconds, endsDuring };
}
