import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^clipwright$/, replacement: at('./src/index.ts') },
      { find: /^clipwright\/(webhooks|captions)$/, replacement: at('./src/$1/index.ts') },
      { find: /^clipwright\/webhooks\/redis$/, replacement: at('./src/webhooks/redis.ts') },
      { find: /^clipwright\/mock$/, replacement: at('./mock/index.ts') },
      { find: /^clipwright\/msw$/, replacement: at('./mock/msw.ts') },
      { find: /^clipwright\/(vitest|jest)$/, replacement: at('./mock/matchers/$1.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/tools/**'],
    // Long, so that it tells of what hangs, and not of a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
