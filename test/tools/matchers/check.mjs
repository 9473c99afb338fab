// Installs the packed package beside jest and each supported major version of vitest, and runs tests that use the
// package's matchers and fixtures.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedProject } from '../packed-project.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const jest = ['node_modules/jest/bin/jest.js', '--config', '{"transform":{}}', '--testMatch'];

const newest = packedProject('newest');
checkJest(newest);
for (const project of [newest, packedProject('older'), packedProject('oldest')]) checkVitest(project);
console.log('The matchers and fixtures passed under jest and vitest.');

function checkJest(project) {
  for (const file of ['jest.test.cjs', 'jest.test.mjs']) cpSync(at(file), join(project, file));
  for (const args of [
    [...jest, '**/jest.test.cjs'],
    ['--experimental-vm-modules', '--no-warnings', ...jest, '**/jest.test.mjs'],
  ]) {
    execFileSync(process.execPath, args, { cwd: project, stdio: 'inherit' });
  }
}

function checkVitest(project) {
  for (const name of ['vitest', 'fixtures', 'planted', 'forgotten'])
    cpSync(at(`${name}.test.mjs`), join(project, `${name}.test.mjs`));
  const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
  execFileSync(process.execPath, [...vitest, 'vitest.test.mjs', 'fixtures.test.mjs'], {
    cwd: project,
    stdio: 'inherit',
  });

  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const args = [...vitest, '--reporter=default', '--reporter=json', '--outputFile=results.json', 'planted.test.mjs'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', env });
  const printed = stdout + stderr;
  assert.equal(status, 1, printed);
  assert.match(printed, /Tests {2}2 failed/);
  assert.match(printed, /UnknownCallError: .*\n {2}req-1 {2}GET \/api\/v1\/projets → 404/);
  assert.match(printed, /The nearest path is \/api\/v1\/projects\./);
  assert.match(
    printed,
    /a failed expectation shows the requests to the mock: The mock has received 2 requests:\n.*503 {2}projects\.create, fault fault-1\n/,
  );
  const results = readFileSync(join(project, 'results.json'), 'utf8');
  assert.equal(results.match(/"mockReport":"The mock has received/g)?.length, 2, results);
  if (vitestVersion(project) >= 4) checkForgottenAwait(project, vitest, env);
}

/** Checks that a matcher without `await` fails its test. Needs vitest 4, which tells a matcher in which test it runs. */
function checkForgottenAwait(project, vitest, env) {
  const args = [...vitest, 'forgotten.test.mjs'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', env });
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /Tests {2}1 failed/);
  assert.match(stderr, /Await the matcher: the mock is a remote one\./);
}

function vitestVersion(project) {
  const { version } = JSON.parse(readFileSync(join(project, 'node_modules/vitest/package.json'), 'utf8'));
  return Number(version.split('.')[0]);
}
