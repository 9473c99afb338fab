import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes a project outside this repository that has the package as npm would install it, and deletes it after `use`. */
export async function withPackedProject(files, use) {
  const project = mkdtempSync(join(tmpdir(), 'clipwright-packed-'));
  try {
    const tarball = packInto(project);
    for (const file of files) cpSync(file, join(project, file.slice(file.lastIndexOf('/') + 1)));
    npm(['ci', '--ignore-scripts'], project);
    npm(['install', '--no-save', '--ignore-scripts', tarball], project);
    await use(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** Packs the package as it is built, and returns the path of the tarball. */
export function packInto(folder) {
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root));
  return join(folder, filename);
}

export function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
