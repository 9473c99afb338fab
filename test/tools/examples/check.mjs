// Installs the package into an empty folder, copies each example out of it, installs the example's dependencies, checks its
// types, and runs it. Needs Chromium, redis-server, and `script` of util-linux.
// To check only some examples: npm run check:examples -- shorts browser
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachLimited } from '../../../src/core/async/concurrency.ts';
import { tarball } from '../built.mjs';
import { installExample, installPackage, names } from './projects.mjs';
import { checkTypes } from './types.mjs';

const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
const folder = mkdtempSync(join(tmpdir(), 'clipwright-examples-'));
try {
  const app = await installPackage(folder, tarball);
  await Promise.all(chosen.map((name) => installExample(folder, { name, app, tarball })));
  checkTypes(folder, chosen);
  // Run several at once, because the examples mostly wait for jobs or for processes.
  await forEachLimited(chosen, 4, async (name) => {
    const since = performance.now();
    const { check } = await import(`./checks/${name}.mjs`);
    await check({ project: join(folder, name), app });
    console.log(`${name}: passed in ${((performance.now() - since) / 1000).toFixed(0)} s.`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
