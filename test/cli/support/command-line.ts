import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { ended, type Running, running } from '../../support/running.ts';

/** A mock that the command serves. */
export interface Served extends Running {
  readonly baseUrl: string;
}

/** The built command. */
export function commandLine() {
  const start = (args: readonly string[], variables: Record<string, string> = {}) => {
    const env = { NODE_COMPILE_CACHE: inject('compileCache'), ...variables };
    const child = spawn(process.execPath, [join(inject('packageFolder'), 'cli.js'), ...args], { env });
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
