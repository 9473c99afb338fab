import { vi } from 'vitest';
import type { Behavior } from './hostile-server.ts';

/** A time limit that ends when the service has stalled, and never while a busy machine makes a connection. */
export interface TimeLimit {
  readonly milliseconds: number;
  /** The behavior, during which the time limit ends. */
  readonly endsDuring: (behavior: Behavior) => Behavior;
}

/** Call it once in a test. */
export function timeLimit(): TimeLimit {
  const milliseconds = 54_321;
  const ends: (() => void)[] = [];
  const { setTimeout } = globalThis;
  const setTimeoutUnlessHeld = (callback: () => void, delay?: number, ...given: unknown[]) => {
    if (delay === milliseconds) ends.push(callback);
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
