import { defineConfig } from 'vitest/config';

/** Runs 200 tests in four workers against one standalone mock. */
export default defineConfig({
  test: {
    include: ['*.spec.ts'],
    root: import.meta.dirname,
    globalSetup: './standalone-mock.ts',
    maxWorkers: 4,
    fileParallelism: true,
    maxConcurrency: 25,
    // A hundred tests run concurrently, so the time of each one depends on how busy the machine is.
    testTimeout: 300_000,
  },
});
