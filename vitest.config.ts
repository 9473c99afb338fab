import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { consoleFilesForTests } from './mock/console/build/console-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `npm test` leaves these out; `npm run test:slow` (`--mode slow`) runs them. */
const slow = 'test/**/*.slow.test.ts';

/** Both run these, in two sizes: a property a tenth as often in `npm test`, limits smaller, and the command line in process. */
const properties = 'test/**/*.{property,limits}.test.ts';
const isProperty = /\.(property|limits)\.test\.ts$/;
const commandLine = 'test/cli/**/*.test.ts';

/** These replace globals of the process, or leave timers to it: a program of the documents ends with its process. */
const leaks = 'test/network/leaks.limits.test.ts';
const replacesGlobals = ['test/client/trace.test.ts', 'test/demo/programs.test.ts', leaks];

/**
 * These count the fake timers. Where a mock of another file is still retrying a delivery, its next timer would be one of
 * them.
 */
const countsTimers = globSync('test/**/*.test.ts', { cwd: at('.') }).filter((file) =>
  readFileSync(at(file), 'utf8').includes('vi.getTimerCount()'),
);

/** A test that takes longer hangs: no machine is so busy. */
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
        { find: /^clipwright\/(webhooks|captions)$/, replacement: at('./src/$1/index.ts') },
        { find: /^clipwright\/webhooks\/redis$/, replacement: at('./src/webhooks/redis.ts') },
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
