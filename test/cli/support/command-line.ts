import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { ended, type Running, running } from '../../support/running.ts';

/** A running `clipwright mock`. */
export interface RunningMock extends Running {
  readonly baseUrl: string;
}

/** A process on a terminal. */
export interface TypedProcess extends Running {
  type(text: string): void;
}

/** A terminal, as wide as a test needs it. */
export interface Terminal {
  readonly columns: number;
  /** What a shell does with the command, which is in `"$@"`; it only runs it if omitted. */
  readonly script?: string;
  readonly env?: Record<string, string>;
}

/** Runs the built CLI. */
export function commandLine() {
  const startProcess = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, { env: { NODE_COMPILE_CACHE: inject('compileCache'), ...env } });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const cli = join(inject('packageFolder'), 'node/cli.js');
  const start = (args: readonly string[], env?: Record<string, string>) =>
    startProcess(process.execPath, [cli, ...args], env);

  const startRedirected = (args: readonly string[], redirect: string) =>
    startProcess('/bin/sh', ['-c', `exec "$@" ${redirect}`, 'sh', process.execPath, cli, ...args]);

  const startCli = (args: readonly string[]): Running => running(start(args));

  return {
    start,
    startCli,

    /** On a pseudo-terminal of util-linux: what is written to its stdin is typed. */
    startOnTerminal({ columns, script = 'exec "$@"', env = {} }: Terminal, ...args: string[]): TypedProcess {
      const command = [process.execPath, cli, ...args].map(quoted).join(' ');
      const all = `stty cols ${columns}; set -- ${command}; ${script}`;
      const child = startProcess('/usr/bin/script', ['-qec', all, '/dev/null'], {
        TERM: 'xterm-256color',
        ...env,
      });
      return { ...running(child), type: (text) => void child.stdin.write(text) };
    },

    /** What it prints goes to a disk that is full; of these streams, if not of stdout alone. */
    startOnFullDisk: (args: readonly string[], streams: 'stdout' | 'both' = 'stdout') =>
      startRedirected(args, streams === 'both' ? '> /dev/full 2>&1' : '> /dev/full'),

    /** `input`: a redirection of the shell, such as `< /`. */
    runFrom: (input: string, args: readonly string[]) => ended(startRedirected(args, input)),

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

/** As a word of a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
