// Rewrites the lock files of the examples: node test/tools/examples/lock.mjs
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm } from '../packed-project.mjs';
import { lockOf, names, withoutPackage } from './projects.mjs';

for (const name of names) {
  const manifest = readFileSync(new URL(`../../../examples/${name}/package.json`, import.meta.url), 'utf8');
  const own = withoutPackage(manifest);
  const { dependencies, devDependencies = {} } = JSON.parse(own);
  if (Object.keys({ ...dependencies, ...devDependencies }).length === 0) continue;
  const folder = mkdtempSync(join(tmpdir(), 'clipwright-lock-'));
  writeFileSync(join(folder, 'package.json'), own);
  // Omit the URL of this machine's registry.
  npm(['install', '--package-lock-only', '--omit-lockfile-registry-resolved'], folder);
  mkdirSync(dirname(lockOf(name)), { recursive: true });
  copyFileSync(join(folder, 'package-lock.json'), lockOf(name));
  rmSync(folder, { recursive: true });
  console.log(`${name} is locked.`);
}
