import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { consoleFilesForTests } from './mock/console/build/console-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Those that replace what a process has only one of, and the longest, which have little to gain from others. */
const alone = [
  'test/client/trace.test.ts',
  'test/types/drift.test.ts',
  'test/**/*.property.test.ts',
  'test/mock/{fuzz,long-project,delivery-backlog}.test.ts',
  'test/network/leaks.test.ts',
];

/** Those that use the package as it is built. */
const built = ['test/{cli,demo,packaging}/**/*.test.ts'];

/** Those whose mock can be a remote one. */
const onEveryMock = globSync('test/mock/**/*.test.ts', { cwd: at('.') }).filter((path) =>
  /\b(openMock|forEachTransport)\(/.test(readFileSync(at(`./${path}`), 'utf8')),
);

export default defineConfig({
  plugins: [consoleFilesForTests()],
  resolve: {
    alias: [
      { find: /^clipwright$/, replacement: at('./src/index.ts') },
      { find: /^clipwright\/(webhooks|captions)$/, replacement: at('./src/$1/index.ts') },
      { find: /^clipwright\/webhooks\/redis$/, replacement: at('./src/webhooks/redis.ts') },
      { find: /^clipwright\/mock\/remote$/, replacement: at('./mock/remote/index.ts') },
      { find: /^clipwright\/mock$/, replacement: at('./mock/index.ts') },
      { find: /^clipwright\/msw$/, replacement: at('./mock/msw.ts') },
      { find: /^clipwright\/(vitest|playwright)$/, replacement: at('./mock/fixtures/$1.ts') },
      { find: /^clipwright\/jest$/, replacement: at('./mock/matchers/jest.ts') },
    ],
  },
  test: {
    // Long, so that it tells of what hangs, and not of a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    reporters: process.stdout.isTTY ? 'default' : 'verbose',
    // They begin in the order of their names, the long ones first.
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'built', include: built, globalSetup: 'test/packaging/support/build-once.ts' } },
      {
        extends: true,
        test: {
          name: 'remote',
          include: onEveryMock,
          isolate: false,
          env: { TEST_MOCK: 'remote' },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{bench,tools}/**', ...alone, ...built],
          isolate: false,
        },
      },
    ],
  },
});
