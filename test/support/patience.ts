import { vi } from 'vitest';

/**
 * For `vi.waitFor` and `vi.waitUntil`: a second, their own limit, is too short for a busy machine. Less than a test may take,
 * so that the last failure is shown.
 */
export const patience = { timeout: 200_000 };

/** Repeats the assertions until they hold. */
export function eventually<Value>(assertions: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(assertions, { ...patience, interval: 20 });
}
