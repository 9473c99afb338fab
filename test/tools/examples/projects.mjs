// Installs the examples as separate projects.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** The names of all example folders with a package.json. */
export const names = globSync('*/package.json', { cwd: examples }).map(dirname).sort();

// Newer versions lack packages for some platforms, so npm would reject a lock file from another platform.
const overrides = { rollup: '4.67.4', 'unrs-resolver': '1.12.2', 'msgpackr-extract': '3.0.4' };
/** Fixed versions of direct dependencies, which npm does not allow in `overrides`. */
const pinned = { next: '16.4.5' };

const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

/** Returns the path of an example's lock file, which is missing if the example depends only on the package itself. */
export function lockOf(name) {
  return fileURLToPath(new URL(`locks/${name}/package-lock.json`, import.meta.url));
}

/** Installs the package into an empty folder. */
export async function installPackage(folder, tarball) {
  const app = join(folder, 'app');
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "private": true }');
  await npm(['install', tarball], app);
  return app;
}

/** Copies an example out of the installed package, and installs its dependencies and the tarball. */
export async function installExample(folder, { name, app, tarball }) {
  const project = join(folder, name);
  cpSync(join(app, 'node_modules/clipwright/examples', name), project, { recursive: true });
  const manifest = readFileSync(join(project, 'package.json'), 'utf8');
  if (existsSync(lockOf(name))) {
    writeFileSync(join(project, 'package.json'), withoutPackage(manifest));
    cpSync(lockOf(name), join(project, 'package-lock.json'));
    await npm(['ci'], project);
  }
  await npm(['install', '--no-save', tarball], project);
  writeFileSync(join(project, 'package.json'), manifest);
}

/** Removes the package from a package.json, so that a lock file does not bind the example to one tarball. */
export function withoutPackage(manifest) {
  const { dependencies, ...rest } = JSON.parse(manifest);
  const { clipwright, ...others } = dependencies;
  const pins = Object.entries(pinned).filter(([name]) => name in others);
  return JSON.stringify({ ...rest, dependencies: { ...others, ...Object.fromEntries(pins) }, overrides });
}

function npm(args, cwd) {
  return promisify(execFile)('npm', [...args, ...flags], { cwd });
}
