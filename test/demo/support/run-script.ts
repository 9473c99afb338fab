import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { type Ended, ended, type Running, running } from '../../support/running.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hooks = new URL('use-build.ts', import.meta.url).href;

/** Runs a TypeScript file with Node. Its imports of 'clipwright' resolve to the built package. */
export function runScript(file: string, ...args: string[]): Promise<Ended> {
  return ended(spawnScript([file, ...args], {}));
}

/** Starts a TypeScript file like `runScript`, and stops it when the test has ended. */
export function startScript(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawnScript(args, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  return running(child);
}

function spawnScript(args: readonly string[], env: NodeJS.ProcessEnv) {
  const build = { PACKAGE_BUILD: inject('packageFolder'), NODE_COMPILE_CACHE: inject('compileCache') };
  return spawn(process.execPath, ['--import', hooks, ...args], {
    cwd: root,
    env: { ...process.env, ...build, ...env },
  });
}
