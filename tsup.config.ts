import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const entries = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  'webhooks/redis': 'src/webhooks/redis.ts',
  captions: 'src/captions/index.ts',
  mock: 'mock/index.ts',
  msw: 'mock/msw.ts',
  vitest: 'mock/matchers/vitest.ts',
  jest: 'mock/matchers/jest.ts',
};

const shared: Options = {
  outDir: 'dist',
  target: 'es2023',
  // No platform: what is for Node alone is imported by its full name when it is needed.
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  splitting: true,
  sourcemap: true,
  // What only the package itself calls would carry the whole table of endpoints into the published types.
  dts: {
    entry: entries,
    compilerOptions: { stripInternal: true },
    // For the `Symbol.asyncDispose` of servers, which users' `lib` need not have. In a source file it would get lost.
    banner: '/// <reference lib="esnext.disposable" />',
  },
};

export const builds: Options[] = [
  { ...shared, format: 'esm', entry: entries },
  // ky ships ES modules only, so the CommonJS build carries it.
  {
    ...shared,
    format: 'cjs',
    entry: entries,
    noExternal: ['ky'],
    plugins: [{ name: 'own-paths', buildEnd: shortenPaths }],
  },
];

/** The command line carries zod: to find and load its files one by one takes a third of the time until a mock responds. */
export const commandLineBuild: Options = {
  ...shared,
  format: 'esm',
  entry: { cli: 'mock/cli/index.ts' },
  noExternal: ['zod'],
  sourcemap: false,
  dts: false,
};

/** Source maps of CommonJS name their own file by its absolute path, which tells where it was built. */
async function shortenPaths({ writtenFiles }: { readonly writtenFiles: readonly { name: string }[] }): Promise<void> {
  for (const { name } of writtenFiles.filter(({ name }) => name.endsWith('.cjs.map'))) {
    const file = name.slice(0, -'.map'.length);
    const map = await readFile(name, 'utf8');
    await writeFile(name, map.replaceAll(JSON.stringify(resolve(file)), JSON.stringify(basename(file))));
  }
}

export default defineConfig(async () => {
  // Not by tsup's `clean`: the builds run side by side, and one would sweep away what the other has written.
  await rm('dist', { recursive: true, force: true });
  return [...builds, commandLineBuild];
});
