import { afterEach, vi } from 'vitest';

// Test files share the globals of their worker.
afterEach(() => {
  // Restore spies before timers, because a spy on a fake timer restores the fake timer.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
