import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { inject } from 'vitest';
import webpack from 'webpack';

/** Bundles a file with its imports and returns the code for a browser. */
type Bundler = (file: string) => Promise<string>;

/** Bundlers that a user of the package may have, by name. */
export const bundlers: Readonly<Record<'esbuild' | 'rollup' | 'webpack', Bundler>> = {
  async esbuild(file) {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    return outputFiles.map(({ text }) => text).join('');
  },

  async rollup(file) {
    const bundle = await rollup({ input: file, external: /^(ky|zod)(\/|$)/ });
    const { output } = await bundle.generate({ format: 'esm' });
    const code = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
    return (await transform(code, { minify: true, format: 'esm' })).code;
  },

  async webpack(file) {
    const compiler = webpack({
      mode: 'production',
      entry: file,
      output: { path: join(file, '..'), filename: 'bundle.js' },
      performance: false,
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler.run((error, result) => (error ? reject(error) : resolve(result)));
    });
    if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString());
    return readFile(join(file, '../bundle.js'), 'utf8');
  },
};

/** Returns the size in bytes of a minified and gzipped program that uses only one export of the package. */
export async function sizeOf(name: string, bundler: keyof typeof bundlers): Promise<number> {
  const folder = await mkdtemp(join(inject('packageFolder'), 'use-'));
  try {
    const file = join(folder, 'main.mjs');
    await writeFile(file, `import { ${name} } from '../index.js';\nconsole.log(${name});\n`);
    return gzipSync(await bundlers[bundler](file)).length;
  } finally {
    await rm(folder, { recursive: true });
  }
}
