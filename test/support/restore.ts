import { afterEach, vi } from 'vitest';

// Test files share the globals of their worker.
afterEach(() => {
  // Before the timers: a spy on a fake timer restores the fake one.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
