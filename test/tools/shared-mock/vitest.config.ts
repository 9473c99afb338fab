import { defineConfig } from 'vitest/config';

/** 200 tests in four workers, all on one standalone mock. */
export default defineConfig({
  test: {
    include: ['*.spec.ts'],
    root: import.meta.dirname,
    globalSetup: './standalone-mock.ts',
    maxWorkers: 4,
    fileParallelism: true,
    maxConcurrency: 25,
    // A hundred tests run at once: how long each takes says how busy the machine is.
    testTimeout: 300_000,
  },
});
