import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { ended, type Running, running } from '../../support/running.ts';

/** A running `clipwright mock`. */
export interface RunningMock extends Running {
  readonly baseUrl: string;
}

/** Runs the built CLI. */
export function commandLine() {
  const start = (args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [join(inject('packageFolder'), 'cli.js'), ...args], {
      env: { NODE_COMPILE_CACHE: inject('compileCache'), ...env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  const startCli = (args: readonly string[]): Running => running(start(args));

  return {
    start,
    startCli,

    run(args: readonly string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) {
      const child = start(args, env);
      child.stdin.end(input);
      return ended(child);
    },

    async startMock(...args: string[]): Promise<RunningMock> {
      const mock = startCli(['mock', '--port', '0', ...args]);
      const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
      return { baseUrl, ...mock };
    },
  };
}
