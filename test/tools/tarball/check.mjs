// Installs the tarball into an empty folder, and compares its size and its number of files and packages with the budgets.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarball } from '../built.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Upper limits: bytes, or numbers of files and packages. Explain here why you raise a limit. */
const budgets = {
  // About 70,000: the remote mock, the fixtures for vitest and Playwright, the control document, and their guides.
  // About 101,000: the console. At most 50,000 are its page, and 47,000 are the client with ky and zod for browsers.
  // About 11,000: `clipwright/node`, in three builds.
  // About 3,000: resets that end requests, and hints and examples of the command line.
  // About 4,000: checks, handles and events of the client, `clipwright/webhooks/sql`, and the worker on PostgreSQL.
  packed: 870_000,
  // 305,000: the console. Node reads its files only when its page is opened.
  unpacked: 3_155_000,
  // About 60 files are examples and 20 are documents. The control document is a separate file in each build.
  // 13: `clipwright/node`, in three builds, with its types and the chunks that it shares with the client.
  // 8: `clipwright/webhooks/sql`. 8: the worker on PostgreSQL. 6: two guides, a web process, and shared chunks.
  files: 283,
  // More than 6,000,000: zod, which is published in two formats and includes its sources and older versions.
  installed: 9_855_000,
  // clipwright, ky and zod. The last two have no dependencies.
  packages: 3,
};

const folder = mkdtempSync(join(tmpdir(), 'clipwright-installed-'));
try {
  const costs = { ...pack(), ...install() };
  console.log(
    Object.entries(costs)
      .map(([name, value]) => `${name}: ${value} of ${budgets[name]}`)
      .join('\n'),
  );
  const exceeded = Object.keys(budgets).filter((name) => costs[name] > budgets[name]);
  assert.deepEqual(exceeded, [], 'Budgets are exceeded. Save elsewhere, or raise them in this file with a reason.');
} finally {
  rmSync(folder, { recursive: true });
}

function pack() {
  const [{ size, unpackedSize, files }] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--dry-run'));
  return { packed: size, unpacked: unpackedSize, files: files.length };
}

function install() {
  npm('install', '--prefix', folder, '--ignore-scripts', '--no-audit', tarball);
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const files = globSync('node_modules/**', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
  const installed = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { installed, packages: Object.keys(packages).length };
}

function npm(...args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
