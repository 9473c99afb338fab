// Builds the package for the checks: `dist/`, and `built/` with the tarball and a hash of the sources. All checks share one
// build until a source file changes.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}built`;
const record = `${folder}/record.json`;

/** The path of the tarball that `npm pack` makes. */
export const tarball = `${folder}/clipwright.tgz`;

const sources = [
  '{package,package-lock,tsconfig}.json',
  'tsup.config.ts',
  '*.md',
  'LICENSE',
  '{src,mock,docs,examples}/**',
];
const others = ['docs/api', 'docs/site', 'examples/output', '**/node_modules', 'sbom.cdx.json'];

/** Returns the commands still needed to build the `code`, or the whole `package` with its types and tarball. */
export function commandsToBuild(what) {
  if (isBuilt(what)) return [];
  mkdirSync(folder, { recursive: true });
  if (what === 'code') return [['npm', 'run', '--silent', 'build', '--', '--silent', '--no-dts']];
  return [
    ['npm', 'run', '--silent', 'build', '--', '--silent'],
    [
      'sh',
      '-c',
      'npm pack --silent --ignore-scripts --pack-destination built >/dev/null && mv built/clipwright-*.tgz built/clipwright.tgz',
    ],
  ];
}

/** Records that the commands have succeeded. */
export function recordBuild(what) {
  if (!isBuilt(what)) writeFileSync(record, JSON.stringify({ what, fingerprint: fingerprint() }));
}

function isBuilt(what) {
  if (!existsSync(record)) return false;
  const built = JSON.parse(readFileSync(record, 'utf8'));
  return (built.what === what || built.what === 'package') && built.fingerprint === fingerprint();
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = globSync([...sources, 'dist/**', 'built/*.tgz'], { cwd: root, exclude: others, withFileTypes: true });
  const paths = files.filter((each) => each.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  for (const path of paths.sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}
