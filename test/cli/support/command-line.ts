import { spawn } from 'node:child_process';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildPackage, type PackageBuild } from '../../packaging/package-build.ts';
import { ended, type Running, running } from '../../support/running.ts';

/** A mock that the command serves. */
export interface Served extends Running {
  readonly baseUrl: string;
}

/** The built command, for the tests of one file. */
export function commandLine() {
  let built: PackageBuild;
  beforeAll(async () => {
    built = await buildPackage('esm');
  }, 60_000);
  afterAll(() => built?.remove());

  const start = (args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [built.bundle('cli').file, ...args], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  const keepRunning = (args: readonly string[]): Running => running(start(args));

  return {
    start,
    keepRunning,

    run(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
      const child = start(args, env);
      child.stdin.end(input);
      return ended(child);
    },

    async serve(...args: string[]): Promise<Served> {
      const mock = keepRunning(['mock', '--port', '0', ...args]);
      const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
      return { baseUrl, ...mock };
    },
  };
}
