// Projects outside this repository that have the package as npm installs it, beside what people use it with.
import { execFileSync } from 'node:child_process';
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarball } from './built.mjs';

/** The folder of a new project: a copy of one of `projects/`, with all packages. It is deleted when the check has ended. */
export function packedProject(kind) {
  const project = mkdtempSync(join(tmpdir(), `clipwright-${kind}-`));
  cpSync(installed(kind), project, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  return project;
}

/** The project that all checks copy. Two that run side by side may both make it: the first one stays. */
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
