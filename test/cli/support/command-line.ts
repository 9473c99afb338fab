import type { Writable } from 'node:stream';
import { isFull } from '../../support/amount.ts';
import { hasScript } from '../../support/has-script.ts';
import { type Ended, ended, type PipedProcess, type Running, running } from '../../support/running.ts';
import { builtCommand } from './built-command.ts';
import { inProcess } from './in-process.ts';

export type Environment = Readonly<Record<string, string>>;

export interface RunningMock extends Running {
  readonly baseUrl: string;
}

export interface Terminal {
  readonly columns: number;
  readonly env?: Environment;
}

export interface TypedCommand extends PipedProcess {
  type(text: string): void;
}

/** A command that runs on a terminal until it is stopped. */
export interface OnTerminal extends Running {
  type(text: string): void;
}

/** Ways to start the command line. */
export interface CommandStarter {
  start(args: readonly string[], env?: Environment): PipedProcess & { readonly stdin: Writable };
  startOnTerminal(terminal: Terminal, args: readonly string[]): TypedCommand;
}

/** The same tests run in process in `npm test`, and with the built command in `npm run test:slow`. */
const usual: CommandStarter = isFull ? builtCommand : inProcess;

/** Whether a terminal is available for tests. */
export const hasTerminal: boolean = usual === inProcess || hasScript;

export function commandLine({ start, startOnTerminal }: CommandStarter = usual) {
  const startCli = (args: readonly string[], env?: Environment): Running => running(start(args, env));

  return {
    startCli,

    startOnTerminal(terminal: Terminal, ...args: string[]): OnTerminal {
      const command = startOnTerminal(terminal, args);
      return { ...running(command), type: (text) => command.type(text) };
    },

    run(args: readonly string[], { input = '', env }: { input?: string; env?: Environment } = {}): Promise<Ended> {
      const command = start(args, env);
      command.stdin.end(input);
      return ended(command);
    },

    async startMock(...args: string[]): Promise<RunningMock> {
      const mock = startCli(['mock', '--port', '0', ...args]);
      const [, baseUrl = ''] = await mock.printed(/^(.*)\n/);
      return { baseUrl, ...mock };
    },
  };
}
