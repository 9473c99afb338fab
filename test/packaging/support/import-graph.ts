import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { builds } from '../../../tsup.config.ts';

/** An import that a file in `src` or `mock` makes, including type imports. */
export interface Import {
  /** The importing file, relative to the repository. */
  readonly from: string;
  /** The imported file, relative to the repository (even if imported as `clipwright`), or the name of another package. */
  readonly to: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The files of the package's entries, by import name. */
const ownEntries = new Map(
  Object.entries(builds[0]?.entry ?? {}).map(([entry, file]) => [
    entry === 'index' ? 'clipwright' : `clipwright/${entry}`,
    file,
  ]),
);

/** Returns all imports in `src` and `mock`. */
export function readImports(): Import[] {
  return globSync(join(root, '{src,mock}/**/*.{ts,tsx}')).flatMap(importsOf);
}

/**
 * Returns the nodes of the first import cycle, in the order of their imports, or undefined if there is no cycle.
 *
 * @param nodeOf Maps a file to its node: the file itself or its folder.
 */
export function findCycle(imports: readonly Import[], nodeOf: (file: string) => string): string[] | undefined {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [nodeOf(from), nodeOf(to)];
    if (source !== target) edges.set(source, (edges.get(source) ?? new Set()).add(target));
  }
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const cycle = walk(start, [], edges, done);
    if (cycle) return cycle;
  }
  return undefined;
}

function walk(
  node: string,
  path: readonly string[],
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  done: Set<string>,
): string[] | undefined {
  if (path.includes(node)) return path.slice(path.indexOf(node));
  if (done.has(node)) return undefined;
  for (const next of edges.get(node) ?? []) {
    const cycle = walk(next, [...path, node], edges, done);
    if (cycle) return cycle;
  }
  done.add(node);
  return undefined;
}

/** Returns a file's folder, or the file itself if it is directly in `mock` or `src`, because it connects folders. */
export function folderOf(file: string): string {
  const folder = dirname(file);
  return folder === 'mock' || folder === 'src' ? file : folder;
}

function importsOf(file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  const target = (name: string) =>
    name.startsWith('.') ? relative(root, join(dirname(file), name)) : (ownEntries.get(name) ?? name);
  return importedFiles.map(({ fileName }) => ({ from: relative(root, file), to: target(fileName) }));
}
