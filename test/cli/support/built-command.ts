import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Ended, ended } from '../../support/running.ts';
import type { CommandStarter, Environment, Terminal } from './command-line.ts';

export interface ShellTerminal extends Terminal {
  /** A shell script that runs the command in `"$@"`. Default: a script that only runs the command. */
  readonly script?: string;
}

/** Runs the built command in separate processes. */
export const builtCommand = {
  start: (args: readonly string[], env?: Environment) => spawned(process.execPath, [cli(), ...args], env),

  /** Runs the command on a pseudo-terminal (`script` of util-linux), so that input is typed. */
  startOnTerminal({ columns, script = 'exec "$@"', env = {} }: ShellTerminal, args: readonly string[]) {
    const command = [process.execPath, cli(), ...args].map(quoted).join(' ');
    const all = `stty cols ${columns}; set -- ${command}; ${script}`;
    const child = spawned('/usr/bin/script', ['-qec', all, '/dev/null'], { TERM: 'xterm-256color', ...env });
    return Object.assign(child, { type: (text: string) => void child.stdin.write(text) });
  },

  /** Starts the command with stdout, or both streams, on a full disk. */
  startOnFullDisk: (args: readonly string[], streams: 'stdout' | 'both' = 'stdout') =>
    startRedirected(args, streams === 'both' ? '> /dev/full 2>&1' : '> /dev/full'),

  /** Runs the command with a shell redirection, such as `< /`. */
  runFrom: (input: string, args: readonly string[]): Promise<Ended> => ended(startRedirected(args, input)),
} satisfies CommandStarter & Record<string, unknown>;

function startRedirected(args: readonly string[], redirect: string) {
  return spawned('/bin/sh', ['-c', `exec "$@" ${redirect}`, 'sh', process.execPath, cli(), ...args]);
}

function spawned(program: string, args: readonly string[], env: Environment = {}) {
  const child = spawn(program, args, { env: { NODE_COMPILE_CACHE: inject('compileCache'), ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function cli(): string {
  return join(inject('packageFolder'), 'node/cli.js');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
