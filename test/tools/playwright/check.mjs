// Installs the packed package beside Playwright, and runs tests with its fixtures: those that pass, those that must fail,
// and one whose worker is killed. Needs Chromium.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPackedProject } from '../packed-project.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const files = ['package.json', 'package-lock.json', 'playwright.config.ts'].map(at);

await withPackedProject(files, async (project) => {
  cpSync(at('specs'), join(project, 'specs'), { recursive: true });

  const passing = run(project, 'passing');
  assert.equal(passing.status, 0, passing.stdout);

  const planted = run(project, 'planted');
  assert.match(planted.stdout, /2 failed/);
  assert.match(planted.stdout, /UnknownCallError: .*unknown path/);
  assert.match(planted.stdout, /req-2 {2}GET \/api\/v1\/projets → 404/);
  assert.match(planted.stdout, /The nearest path is \/api\/v1\/projects\./);
  assert.match(planted.stdout, /projects\.create, fault fault-1\n +fault-1 responded with 503/);
  assert.match(planted.stdout, /req-1 {2}POST \/api\/v1\/projects → 400 {2}projects\.create\n +name must be a string/);
  const state = attachment(project, 'mock.json');
  assert.equal(JSON.parse(state).projects[0].name, 'Talk');
  assert.doesNotMatch(state, /Bearer/);

  const killed = run(project, 'killed');
  const [, baseUrl] = /listened at (\S+)\.\n/.exec(killed.stdout) ?? [];
  await assert.rejects(fetch(baseUrl), ({ cause }) => cause.code === 'ECONNREFUSED');
});
console.log('The fixtures are as they should be under Playwright.');

function run(project, name) {
  const cli = 'node_modules/@playwright/test/cli.js';
  return spawnSync(process.execPath, [cli, 'test', `${name}.spec.ts`], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  });
}

/** An attachment of the last test that failed. */
function attachment(project, name) {
  const { suites } = JSON.parse(readFileSync(join(project, 'results.json'), 'utf8'));
  const { attachments } = suites[0].specs.at(-1).tests[0].results[0];
  return Buffer.from(attachments.find((each) => each.name === name).body, 'base64').toString();
}
