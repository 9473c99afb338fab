// Compiles programs of users against the packed package with three major versions of TypeScript, and with and without the
// types of Node. Also compiles the programs of the guides that need other packages. Compares the versions with docs/runtimes.md,
// or updates the page (--write).
import { execFile } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packedProject } from '../packed-project.mjs';
import { keepSection, toMinor, toTable } from '../runtimes/document.mjs';
import { compileGuides } from './guides.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const compilers = ['typescript-5', 'typescript', 'typescript-7'];

for (const kind of ['oldest', 'older', 'newest']) {
  const folder = packedProject(kind);
  if (kind === 'newest') compileGuides(folder);
  for (const use of readdirSync(at('uses'))) cpSync(at(`uses/${use}`), join(folder, use));
  cpSync(at('../runtimes/project/suite.mjs'), join(folder, 'suite.js'));
  await compileWithAll(kind, folder);
  for (const types of globSync('node_modules/**/@types/node', { cwd: folder })) {
    rmSync(join(folder, types), { recursive: true });
  }
  await compileWithAll(kind, folder);
  console.log(`${kind}: no errors.`);
}
keepSection('check:types', toTable(['TypeScript', 'ES modules', 'CommonJS'], compilers.map(toRow)));

async function compileWithAll(kind, folder) {
  const compiling = compilers.map((compiler) =>
    promisify(execFile)(process.execPath, [at('compile.mjs'), compiler, folder]).catch(({ stderr }) => stderr),
  );
  const errors = (await Promise.all(compiling)).filter((result) => typeof result === 'string');
  if (errors.length > 0) throw new Error(`${kind}:\n${errors.join('\n')}`);
}

function toRow(compiler) {
  const { version } = JSON.parse(readFileSync(at(`../node_modules/${compiler}/package.json`), 'utf8'));
  return [toMinor(version), 'yes', 'yes'];
}
