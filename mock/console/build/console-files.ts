import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** The module that has the files of the console, as the mock imports it. It is no source file. */
const imported = /(^|\/)console-files\.js$/;

/** Writes the module: once, for all builds of the package. */
export async function writeConsoleFiles(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const { 'console.js': program = '', ...others } = await bundleConsole();
  await writeFile(file, moduleOf({ ...others, 'console.js': await compressed(program) }));
}

/** Has a build import the module from `path`, where it was written, rather than look for a source file. */
export function importConsoleFiles(path: string): Plugin {
  return {
    name: 'import-console-files',
    setup(build) {
      build.onResolve({ filter: imported }, () => ({ path, external: true }));
    },
  };
}

/** The same for tests of the source files, as a plugin of Vite. */
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

/** What esbuild has minified, smaller by another 3 percent: at the size of the page that is a view or two. */
async function compressed(program: string): Promise<string> {
  // Tests do without it, since it takes longer than all the rest.
  const { minify } = await import('terser');
  const { code } = await minify(program, { module: true, compress: { passes: 3 } });
  return code ?? program;
}

/** The text of each file, by its name. */
async function bundleConsole(): Promise<Record<string, string>> {
  const { outputFiles } = await build({ ...consoleBuild, write: false });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/**
 * Has the page import the client from a file of its own. By esbuild's `splitting` the two would have parts in common, which
 * are larger in files of their own than they are in each.
 */
const importClient: Plugin = {
  name: 'import-client',
  setup(build) {
    build.onResolve({ filter: /\/client\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './client.js', external: true } : undefined,
    );
  },
};

/** How esbuild makes the files. */
export const consoleBuild: BuildOptions = {
  entryPoints: { console: resolve('mock/console/main.tsx'), client: resolve('mock/console/app/client.ts') },
  outdir: 'console',
  bundle: true,
  plugins: [importClient],
  minify: true,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // They are in THIRD-PARTY-NOTICES.md.
  legalComments: 'none',
};
