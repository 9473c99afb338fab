import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { type Running, running } from '../../support/running.ts';

export interface ScriptResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hooks = new URL('use-build.ts', import.meta.url).href;

/** Runs a TypeScript file as `node file` does, with the package as it is built, and as its users import it. */
export function runScript(file: string, ...args: string[]): Promise<ScriptResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', hooks, file, ...args],
      { cwd: root, env: environment() },
      (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}

/** Starts a TypeScript file in the same way, and stops it when the test has ended. */
export function startScript(args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, ['--import', hooks, ...args], {
    cwd: root,
    env: { ...environment(), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return running(child);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PACKAGE_BUILD: inject('packageFolder'), NODE_COMPILE_CACHE: inject('compileCache') };
}
