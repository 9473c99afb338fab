// Runs the behavior suite with the packed package on every runtime and from every bundler, and compares the results with
// docs/runtimes.md, or updates the page (--write).
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { forEachLimited } from '../../../src/core/async/concurrency.ts';
import { running } from '../../support/running.ts';
import { packedProject } from '../packed-project.mjs';
import { bundlerCells } from './bundlers.mjs';
import { keepSection } from './document.mjs';
import { nextCells } from './next.mjs';
import { openPages } from './pages.mjs';
import { runtimeCells } from './runtimes.mjs';
import { describe } from './table.mjs';

const bundlers = [...bundlerCells, ...nextCells];
const results = new Map();
const template = fileURLToPath(new URL('project', import.meta.url));

const project = packedProject('frameworks');
cpSync(template, project, { recursive: true });
await makeCommonJs(project);
const mock = await startMock(project);
const pages = await openPages(project);
try {
  // Start with the last cells, because the last cells take longest.
  const cells = [...runtimeCells, ...bundlers].reverse();
  await forEachLimited(cells, 2, (cell) => runCell(cell, { project, pages, serverUrl: mock.baseUrl }));
} finally {
  await pages.close();
  await mock.stop();
}
if (process.exitCode === undefined) {
  keepSection(
    'check:runtimes',
    describe(runtimeCells, bundlers, (cell) => results.get(cell)),
  );
}

/** Bundles the suite as a CommonJS program that loads the package with `require`. */
async function makeCommonJs(project) {
  const [entry, outfile] = ['main.mjs', 'main.cjs'].map((file) => join(project, file));
  await build({ entryPoints: [entry], outfile, bundle: true, packages: 'external', format: 'cjs', platform: 'node' });
}

async function startMock(project) {
  const command = join(project, 'node_modules/.bin/clipwright');
  const mock = running(spawn(process.execPath, [command, 'mock', '--port', '0', '--speed', '100']));
  const [baseUrl] = await mock.printed(/http:\S+/);
  return { baseUrl, stop: () => mock.stop('SIGTERM') };
}

async function runCell(cell, context) {
  const title = [cell.name, cell.modules, cell.on && `on ${cell.on}`].filter(Boolean).join(', ');
  const started = performance.now();
  const found = await cell.run(context).catch((error) => [{ title: 'the suite runs', error: error.stack }]);
  const failures = found.filter(({ error }) => error);
  for (const { group, title: check, error } of failures) {
    console.error(`FAIL ${title}: ${[group, check].filter(Boolean).join(', ')}: ${error}`);
    process.exitCode = 1;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (failures.length === 0) console.log(`ok   ${title}: ${found.length} checks in ${seconds} s`);
  results.set(cell, found);
}
