// Installs Playwright and the packed package, and runs tests that use the package's fixtures: tests that pass, tests that
// must fail, and one whose worker is killed. The first two run with a mock per worker, then with a shared mock. Needs
// Chromium.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from '../examples/processes.mjs';
import { packedProject } from '../packed-project.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const project = packedProject('newest');
writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
cpSync(at('playwright.config.ts'), join(project, 'playwright.config.ts'));
cpSync(at('specs'), join(project, 'specs'), { recursive: true });
const fixtures = createRequire(join(project, 'package.json'))('clipwright/playwright');
assert.deepEqual(Object.keys(fixtures), ['test']);

checkTests(project, {});
await checkKilledWorker(project);

const shared = await startMock(project);
try {
  checkTests(project, { MOCK_URL: shared.baseUrl });
  assert.deepEqual((await shared.get('requests')).requests, []);
} finally {
  await shared.stop();
}
console.log('The fixtures passed under Playwright.');

function checkTests(project, env) {
  const passing = run(project, 'passing', env);
  assert.equal(passing.status, 0, passing.stdout);

  const planted = run(project, 'planted', env);
  assert.match(planted.stdout, /2 failed/);
  assert.match(planted.stdout, /UnknownCallError: .*unknown path/);
  assert.match(planted.stdout, /GET \/api\/v1\/projets → 404/);
  assert.match(planted.stdout, /The nearest path is \/api\/v1\/projects\./);
  assert.match(planted.stdout, /projects\.create, fault fault-\d+\n +fault-\d+ responded with 503/);
  assert.match(planted.stdout, /POST \/api\/v1\/projects → 400 {2}projects\.create\n +name must be a string/);
  const state = attachment(project, 'mock.json');
  assert.equal(JSON.parse(state).projects[0].name, 'Talk');
  assert.doesNotMatch(state, /Bearer|test-worker/);
}

function checkKilledWorker(project) {
  const killed = run(project, 'killed', {});
  const [, baseUrl] = /listened at (\S+)\.\n/.exec(killed.stdout) ?? [];
  return assert.rejects(fetch(baseUrl), ({ cause }) => cause.code === 'ECONNREFUSED');
}

function run(project, name, env) {
  const cli = 'node_modules/@playwright/test/cli.js';
  return spawnSync(process.execPath, [cli, 'test', `${name}.spec.ts`], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
  });
}

function attachment(project, name) {
  const { suites } = JSON.parse(readFileSync(join(project, 'results.json'), 'utf8'));
  const { tests } = suites[0].specs.find(
    ({ title }) => title === 'a failed expectation shows the requests to the mock',
  );
  const { body } = tests[0].results[0].attachments.find((each) => each.name === name);
  return Buffer.from(body, 'base64').toString();
}
