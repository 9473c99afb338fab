import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { consoleFilesForTests } from './mock/console/build/console-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that only `npm run test:slow` (`--mode slow`) runs. */
const slow = 'test/**/*.slow.test.ts';

/** The tests that both scripts run. `npm test` has fewer runs, lower limits, and the command line in its own process. */
const properties = 'test/**/*.{property,limits}.test.ts';
const isProperty = /\.(property|limits)\.test\.ts$/;
const commandLine = 'test/cli/**/*.test.ts';

/** Tests that replace globals, or that leave timers behind, as the programs of the documents do. */
const leaks = 'test/network/leaks.limits.test.ts';
const replacesGlobals = ['test/client/trace.test.ts', 'test/demo/programs.test.ts', leaks];

/**
 * Tests that count fake timers. They run alone, since a mock of another file that still retries a delivery would add a
 * timer.
 */
const countsTimers = globSync('test/**/*.test.ts', { cwd: at('.') }).filter((file) =>
  readFileSync(at(file), 'utf8').includes('vi.getTimerCount()'),
);

/** A timeout that only a test that hangs reaches, even on a busy machine. */
const HANGS_MS = 300_000;

export default defineConfig(({ mode }) => {
  const isFull = mode === 'slow';
  const alone = [...replacesGlobals, ...countsTimers].filter((file) => !isFull || isProperty.test(file));
  const built = isFull
    ? [commandLine, 'test/{demo,packaging}/**/*.{slow,property,limits}.test.ts']
    : ['test/{demo/built,packaging}/**/*.test.ts'];
  const elsewhere = ['test/{bench,tools}/**', ...(isFull ? [] : [slow])];
  return {
    plugins: [consoleFilesForTests()],
    resolve: {
      alias: [
        { find: /^clipwright$/, replacement: at('./src/index.ts') },
        { find: /^clipwright\/(webhooks|captions|node)$/, replacement: at('./src/$1/index.ts') },
        { find: /^clipwright\/webhooks\/redis$/, replacement: at('./src/webhooks/redis.ts') },
        { find: /^clipwright\/webhooks\/sql$/, replacement: at('./src/webhooks/sql.ts') },
        { find: /^clipwright\/mock\/remote$/, replacement: at('./mock/remote/index.ts') },
        { find: /^clipwright\/mock$/, replacement: at('./mock/index.ts') },
        { find: /^clipwright\/msw$/, replacement: at('./mock/msw.ts') },
        { find: /^clipwright\/(vitest|playwright)$/, replacement: at('./mock/test-runners/$1.ts') },
        { find: /^clipwright\/jest$/, replacement: at('./mock/matchers/jest.ts') },
      ],
    },
    test: {
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      slowTestThreshold: 1000,
      maxWorkers: '100%',
      isolate: false,
      setupFiles: 'test/support/restore.ts',
      env: { TEST_AMOUNT: isFull ? 'full' : 'a tenth' },
      projects: [
        { extends: true, test: { name: 'alone', include: alone, isolate: true } },
        {
          extends: true,
          test: {
            name: 'built',
            include: built,
            exclude: elsewhere,
            globalSetup: 'test/packaging/support/build-once.ts',
          },
        },
        {
          extends: true,
          test: {
            name: 'shared',
            include: isFull ? [slow, properties] : ['test/**/*.test.ts'],
            exclude: [...elsewhere, ...alone, ...built],
          },
        },
      ],
    },
  };
});
