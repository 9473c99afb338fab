// Runs copied programs. Each program is a separate file.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commands that run all files in one process, because starting a process takes longer than a test. */
const commands = {
  'node-test': (files) => ['--test', '--test-isolation=none', '--test-reporter=tap', ...files],
  vitest: (files) => ['node_modules/vitest/vitest.mjs', 'run', '--no-isolate', ...files],
};

/** Runs programs in a project that has the package. Returns how many passed and failed, and the output. */
export async function runTests(project, runner, programs) {
  mkdirSync(join(project, 'copied'), { recursive: true });
  const folder = mkdtempSync(join(project, 'copied', `${runner}-`));
  const files = programs.map(({ title, text }) => {
    const file = join(folder, `${title.replaceAll(' ', '-')}.test.mjs`);
    writeFileSync(file, text);
    return file;
  });
  const env = { ...process.env, NO_COLOR: '1' };
  const { stdout } = await run(process.execPath, commands[runner](files), { cwd: project, env }).catch(
    (error) => error,
  );
  const [passed, failed] = ['pass', 'fail'].map((outcome) => countOf(stdout, outcome));
  return { passed, failed, output: stdout };
}

function countOf(output, outcome) {
  const [, count = 0] =
    new RegExp(`^# ${outcome} (\\d+)`, 'm').exec(output) ??
    new RegExp(`^ +Tests .*?(\\d+) ${outcome}ed`, 'm').exec(output) ??
    [];
  return Number(count);
}
