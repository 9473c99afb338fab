import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** The module that has the files of the console, as the mock imports it. It is no source file. */
const imported = /(^|\/)console-files\.js$/;

/** Writes the module: once, for all builds of the package. */
export async function writeConsoleFiles(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await consoleFilesModule());
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
    load: (id: string) => (id === '\0console-files' ? consoleFilesModule() : undefined),
  };
}

async function consoleFilesModule(): Promise<string> {
  return `export const consoleFiles = ${JSON.stringify(await bundleConsole())};\n`;
}

/** The text of each file, by its name. */
async function bundleConsole(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { console: resolve('mock/console/main.tsx') },
    outdir: 'console',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // They are in THIRD-PARTY-NOTICES.md.
    legalComments: 'none',
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
}
