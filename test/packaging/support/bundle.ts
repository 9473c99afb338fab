import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';

/** Bundlers load `esm`. Node loads `node` for an `import` and `cjs` for a `require`. */
type Build = 'esm' | 'node' | 'cjs';

/** The contents of one file of the package and of the chunks that it loads. */
interface Bundle {
  readonly file: string;
  /** Paths of this repository, relative to its root. */
  readonly sources: readonly string[];
  /** The packages whose code is bundled. */
  readonly packages: readonly string[];
  /** The bundled packages that are loaded with the entry, not later. */
  readonly eagerPackages: readonly string[];
  readonly externals: readonly string[];
  readonly lazyExternals: readonly string[];
  readonly exports: readonly string[];
}

/** The fields of esbuild's metafile that this file uses. */
interface Metafile {
  readonly outputs: Record<string, { inputs: Record<string, unknown>; imports: Import[]; exports: string[] }>;
}

interface Import {
  readonly path: string;
  readonly kind: string;
  readonly external?: boolean;
}

/** Returns an entry's bundle. All tests share one build. */
export function bundleOf(entry: string, build: Build = 'esm'): Bundle {
  const folder = join(inject('packageFolder'), build === 'node' ? 'node' : '');
  const [format, extension] = build === 'cjs' ? ['cjs', 'cjs'] : ['esm', 'js'];
  const metafile = JSON.parse(readFileSync(join(folder, `metafile-${format}.json`), 'utf8'));
  return describeBundle(join(folder, `${entry}.${extension}`), metafile);
}

function describeBundle(file: string, metafile: Metafile): Bundle {
  const output = outputOf(file, metafile);
  const outputs = loadedWith(output, metafile, () => true);
  const eagerOutputs = loadedWith(output, metafile, isEager);
  const inputs = inputsOf(outputs, metafile);
  const externals = outputs.flatMap((output) => importsOf(output, metafile)).filter(({ external }) => external);
  return {
    file,
    sources: sorted(inputs.filter((input) => !/node_modules\/|^load-on-call:/.test(input))),
    packages: packagesOf(inputs),
    eagerPackages: packagesOf(inputsOf(eagerOutputs, metafile)),
    externals: sorted(externals.filter(isEager).map(({ path }) => path)),
    lazyExternals: sorted(externals.filter((each) => !isEager(each)).map(({ path }) => path)),
    exports: sorted(metafile.outputs[output]?.exports ?? []),
  };
}

function outputOf(file: string, { outputs }: Metafile): string {
  const output = Object.keys(outputs).find((each) => basename(each) === basename(file));
  if (output === undefined) throw new Error(`The build has no output ${basename(file)}.`);
  return output;
}

/** Returns the output and all chunks that it reaches through imports for which `isFollowed` returns true. */
function loadedWith(output: string, metafile: Metafile, isFollowed: (each: Import) => boolean): string[] {
  const loaded = new Set([output]);
  for (const each of loaded) {
    const chunks = importsOf(each, metafile).filter(({ external }) => !external);
    for (const { path } of chunks.filter(isFollowed)) loaded.add(path);
  }
  return [...loaded];
}

function inputsOf(outputs: readonly string[], metafile: Metafile): string[] {
  return outputs.flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
}

/** Returns the packages that the files `inputs` belong to. */
export function packagesOf(inputs: readonly string[]): string[] {
  return sorted(inputs.flatMap((input) => input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
}

function importsOf(output: string, metafile: Metafile): readonly Import[] {
  return metafile.outputs[output]?.imports ?? [];
}

function isEager({ kind }: Import): boolean {
  return kind !== 'dynamic-import';
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
