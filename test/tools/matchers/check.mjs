// Installs the packed package beside jest and vitest, and runs tests with its matchers under both.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withPackedProject } from '../packed-project.mjs';

const files = readdirSync(new URL('.', import.meta.url)).filter((file) => !/^(check\.mjs|node_modules)$/.test(file));
const paths = files.map((file) => fileURLToPath(new URL(file, import.meta.url)));

const jest = ['node_modules/jest/bin/jest.js', '--config', '{"transform":{}}', '--testMatch'];

await withPackedProject(paths, (project) => {
  for (const args of [
    [...jest, '**/jest.test.cjs'],
    ['--experimental-vm-modules', '--no-warnings', ...jest, '**/jest.test.mjs'],
    ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.mjs'],
  ]) {
    execFileSync(process.execPath, args, { cwd: project, stdio: 'inherit' });
  }
});
console.log('The matchers are as they should be under jest and vitest.');
