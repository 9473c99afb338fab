import { vi } from 'vitest';

/**
 * Options for `vi.waitFor` and `vi.waitUntil`, whose default of a second is too short for a busy machine. The timeout
 * is shorter than a test's, so that the last failure is shown.
 */
export const patience = { timeout: 200_000 };

/** Repeats the assertions until they hold. */
export function eventually<Value>(assertions: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(assertions, { ...patience, interval: 20 });
}
