// Mutation testing: makes many small changes, one at a time, and names each change that no test notices. It changes the files
// on the command line, or else those that differ from `main`. It takes minutes for each file, so CI does not run it.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

const root = fileURLToPath(new URL('../../..', import.meta.url));
process.chdir(root);

// An interrupted Stryker leaves its copy of the repository behind.
process.once('SIGTERM', () => {
  rmSync('.stryker-tmp', { recursive: true, force: true });
  process.exit(1);
});

const mutate = process.argv.length > 2 ? process.argv.slice(2) : changedFiles();
if (mutate.length === 0) {
  console.log('No file of src or mock differs from main: name files on the command line.');
} else {
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    reporters: ['clear-text', 'progress-append-only'],
    vitest: { configFile: 'test/tools/mutants/vitest.config.ts' },
    dryRunTimeoutMinutes: 60,
    concurrency: 1,
    ignoreStatic: true,
  }).runMutationTest();
}

function changedFiles() {
  const names = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', 'main', '--', 'src', 'mock'], {
    encoding: 'utf8',
  });
  return names.split('\n').filter((name) => /(?<!\.d)\.tsx?$/.test(name));
}
