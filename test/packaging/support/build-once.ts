import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { TestProject } from 'vitest/node';
import { builds } from '../../../tsup.config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that contains the built package while the tests run. */
    packageFolder: string;
    /** The folder for NODE_COMPILE_CACHE, so that hundreds of processes compile the package only once. */
    compileCache: string;
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Global setup for all tests of the built package. Builds it like `npm run build`, but without types. */
export default async function buildOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-build-'));
  const outDir = join(folder, 'dist');
  const remove = () => rm(folder, { recursive: true });
  try {
    // Link the packages, so that the package's imports and its own name resolve as if it were installed.
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
    await buildInto(outDir);
  } catch (error) {
    await remove();
    throw error;
  }
  project.onTestsRerun(() => buildInto(outDir));
  project.provide('packageFolder', outDir);
  project.provide('compileCache', join(outDir, 'compile-cache'));
  return remove;
}

async function buildInto(outDir: string): Promise<void> {
  const plain = { config: false, dts: false, metafile: true, silent: true } as const;
  await Promise.all(
    builds.map((options) =>
      build({ ...options, ...plain, outDir: join(outDir, relative('dist', options.outDir ?? '')) }),
    ),
  );
}
