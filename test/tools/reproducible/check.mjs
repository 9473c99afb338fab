// Builds the package again in another folder, and compares the files with dist/: a build of the same commit must have the
// same bytes in every folder. Also checks what the build prints: a line for each step, not for each file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'clipwright-rebuilt-'));
// Copy instead of linking, because the built files may contain the real paths of bundled packages.
const needed = ['package.json', 'tsconfig.json', 'tsup.config.ts', 'src', 'mock', 'node_modules'];

try {
  const how = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  for (const each of needed) cpSync(join(root, each), join(folder, each), how);
  const printed = execFileSync(process.execPath, ['node_modules/tsup/dist/cli-default.js'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first, ...lines] = printed.trimEnd().split('\n');
  assert.equal(first, 'Building the code and types …');
  assert.equal(lines.pop(), 'Built the code and types.');
  assert.deepEqual(lines.map((line) => line.replace(/\d+/, 'n')).sort(), [
    'dist/node: n files (esm).',
    'dist: n files (cjs).',
    'dist: n files (esm).',
  ]);
  const [here, there] = [root, folder].map((each) => globSync('dist/**/*.*', { cwd: each }).sort());
  assert.deepEqual(there, here);
  const differing = here.filter((file) => !readFileSync(join(root, file)).equals(readFileSync(join(folder, file))));
  assert.deepEqual(differing, []);
  console.log(`${here.length} files are the same in both builds.`);
} finally {
  rmSync(folder, { recursive: true });
}
