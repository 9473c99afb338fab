import { defineConfig, type Options } from 'tsup';

const entries = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  captions: 'src/captions/index.ts',
  mock: 'mock/index.ts',
  msw: 'mock/msw.ts',
};

const shared: Options = {
  outDir: 'dist',
  target: 'es2023',
  platform: 'neutral',
  splitting: true,
  sourcemap: true,
  treeshake: false,
};

export default defineConfig([
  { ...shared, entry: entries, format: 'esm', dts: true, clean: true },
  // ky ships ES modules only, so the CommonJS build carries it.
  { ...shared, entry: entries, format: 'cjs', dts: true, noExternal: ['ky'] },
  {
    ...shared,
    entry: { cli: 'mock/cli/index.ts' },
    format: 'esm',
    platform: 'node',
    banner: { js: '#!/usr/bin/env node' },
  },
]);
