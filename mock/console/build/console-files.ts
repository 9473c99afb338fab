import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** Matches the mock's import of `console-files.js`, a module that the build generates. */
const imported = /(^|\/)console-files\.js$/;

/** Writes the generated module, once for all builds of the package. */
export async function writeConsoleFiles(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const { 'console.js': program = '', ...others } = await bundleConsole();
  await writeFile(file, moduleOf({ ...others, 'console.js': await compressed(program) }));
}

/** Makes a build import the generated module from `path`, because the module has no source file. */
export function importConsoleFiles(path: string): Plugin {
  return {
    name: 'import-console-files',
    setup(build) {
      build.onResolve({ filter: imported }, () => ({ path, external: true }));
    },
  };
}

/** Returns a Vite plugin that creates the module in memory, for tests that run the sources. */
export function consoleFilesForTests() {
  return {
    name: 'console-files-for-tests',
    enforce: 'pre' as const,
    resolveId: (id: string) => (imported.test(id) ? '\0console-files' : undefined),
    load: async (id: string) => (id === '\0console-files' ? moduleOf(await bundleConsole()) : undefined),
  };
}

function moduleOf(files: Readonly<Record<string, string>>): string {
  return `export const consoleFiles = ${JSON.stringify(files)};\n`;
}

/** Makes esbuild's output 3 percent smaller. */
async function compressed(program: string): Promise<string> {
  // Import terser on demand, because tests of the sources do not need it.
  const { minify } = await import('terser');
  const { code } = await minify(program, { module: true, compress: { passes: 3, inline: 1 } });
  return code ?? program;
}

async function bundleConsole(): Promise<Record<string, string>> {
  const { outputFiles } = await build({ ...consoleBuild, write: false });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Lets esbuild leave Preact, which `inject` adds to every file, out of `client.js`, which does not use it. */
const dropUnusedPreact: Plugin = {
  name: 'drop-unused-preact',
  setup(build) {
    build.onResolve({ filter: /\/preact\.mjs$/ }, ({ path }) => ({ path, sideEffects: false }));
  },
};

/** Keeps the client in a separate file. Does not use esbuild's `splitting`, because it would make the files larger. */
const importClient: Plugin = {
  name: 'import-client',
  setup(build) {
    build.onResolve({ filter: /\/client\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './client.js', external: true } : undefined,
    );
  },
};

export const consoleBuild: BuildOptions = {
  entryPoints: { console: resolve('mock/console/main.tsx'), client: resolve('mock/console/reproduce/client.ts') },
  outdir: 'console',
  bundle: true,
  plugins: [importClient, dropUnusedPreact],
  minify: true,
  format: 'esm',
  target: 'es2023',
  // Calls of `h` are 1 percent smaller than those that `jsx` in `tsconfig.json` asks for, so that file is ignored.
  tsconfigRaw: {},
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  inject: [resolve('node_modules/preact/dist/preact.mjs')],
  // The licenses are in THIRD-PARTY-NOTICES.md.
  legalComments: 'none',
};
