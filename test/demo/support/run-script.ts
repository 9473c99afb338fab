import { execFile, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { buildPackage, type PackageBuild } from '../../packaging/package-build.ts';
import { type Running, running } from '../../support/running.ts';

export interface ScriptResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hooks = new URL('use-build.ts', import.meta.url).href;

/** A build of its own, so that the scripts see the package as it is now and as its users import it. */
export function buildForScripts(): Promise<PackageBuild> {
  return buildPackage('esm');
}

/** Runs a TypeScript file as `node file` does, with the package taken from a build. */
export function runScript(build: PackageBuild, file: string, ...args: string[]): Promise<ScriptResult> {
  const env = { ...process.env, PACKAGE_BUILD: dirname(build.bundle('index').file) };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', hooks, file, ...args], { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** Runs it likewise, until the test has ended. */
export function startScript(build: PackageBuild, args: readonly string[], variables: NodeJS.ProcessEnv): Running {
  const env = { ...process.env, PACKAGE_BUILD: dirname(build.bundle('index').file), ...variables };
  const child = spawn(process.execPath, ['--import', hooks, ...args], { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return running(child);
}
