// Makes projects outside this repository with the installed package, and with packages that people use beside it.
import { execFileSync } from 'node:child_process';
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarball } from './built.mjs';

/** Copies a project of `projects/` with its packages, and returns the copy's folder, which is deleted after the check. */
export function packedProject(kind) {
  const project = mkdtempSync(join(tmpdir(), `clipwright-${kind}-`));
  cpSync(installed(kind), project, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  return project;
}

/** Returns the project that all checks copy. If two checks make it at the same time, the first one to finish is kept. */
function installed(kind) {
  const shared = join(process.env.CLIPWRIGHT_PROJECTS, kind);
  if (existsSync(shared)) return shared;
  mkdirSync(process.env.CLIPWRIGHT_PROJECTS, { recursive: true });
  const made = mkdtempSync(join(process.env.CLIPWRIGHT_PROJECTS, 'made-'));
  cpSync(fileURLToPath(new URL(`projects/${kind}`, import.meta.url)), made, { recursive: true });
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  npm(['ci', ...flags], made);
  npm(['install', '--no-save', ...flags, tarball], made);
  try {
    renameSync(made, shared);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY') throw error;
  }
  return shared;
}

export function npm(args, cwd) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
