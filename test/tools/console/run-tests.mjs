// Runs programs that were copied, each as a file of its own.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const commands = {
  'node-test': (files) => ['--test', '--test-reporter=tap', ...files],
  vitest: (files) => ['node_modules/vitest/vitest.mjs', 'run', ...files],
};

/** In a project that has the package. Returns how many passed, 0 if one did not, and what was printed. */
export async function runTests(project, runner, programs) {
  mkdirSync(join(project, 'copied'), { recursive: true });
  const folder = mkdtempSync(join(project, 'copied', `${runner}-`));
  const files = programs.map(({ title, text }) => {
    const file = join(folder, `${title.replaceAll(' ', '-')}.test.mjs`);
    writeFileSync(file, text);
    return file;
  });
  const env = { ...process.env, NO_COLOR: '1' };
  const { code = 0, stdout } = await run(process.execPath, commands[runner](files), { cwd: project, env }).catch(
    (error) => error,
  );
  const [, count] = /^(?:# pass| +Tests) +(\d+)/m.exec(stdout) ?? [];
  return { passed: code === 0 ? Number(count) : 0, output: stdout };
}
