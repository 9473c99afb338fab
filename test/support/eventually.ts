import { vi } from 'vitest';

/** A minute: it only ends what would never come true, on a machine however busy. */
const HANGS_MS = 60_000;

/** Repeats the assertions until they hold. */
export function eventually<Value>(assertions: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(assertions, { timeout: HANGS_MS, interval: 20 });
}
