// Packs clipwright, installs it into an empty project as npm would, and uses every entry in both module formats.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../../..');
const project = mkdtempSync(join(tmpdir(), 'clipwright-consumer-'));
const run = (command, args, cwd) => execFileSync(command, args, { cwd, encoding: 'utf8' });

try {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], root),
  );
  for (const file of ['package.json', 'package-lock.json', 'use.mjs', 'use.cjs'])
    cpSync(join(here, file), join(project, file));
  run('npm', ['ci', '--ignore-scripts'], project);
  run('npm', ['install', '--no-save', '--ignore-scripts', join(project, filename)], project);
  process.stdout.write(run(process.execPath, ['use.mjs'], project));
  process.stdout.write(run(process.execPath, ['use.cjs'], project));
  process.stdout.write(run(process.execPath, ['node_modules/.bin/clipwright', '--version'], project));
} finally {
  rmSync(project, { recursive: true, force: true });
}
