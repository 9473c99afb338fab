import { ConfigurationError } from '../../../src/core/errors/configuration-error.ts';
import { toMessageText } from '../../../src/core/errors/message-text.ts';
import type { CommandProcess } from './process.ts';

export type CommandOption = ValueOption | Switch;

interface ValueOption {
  readonly type: 'string';
  /** The placeholder for the value in the help, such as `number` in `--port <number>`. */
  readonly placeholder: string;
  /** The option's description in the help, in whole sentences. */
  readonly help: string;
  readonly default?: string;
  /** True if the option can be given several times. */
  readonly multiple?: true;
}

interface Switch {
  readonly type: 'boolean';
  /** The option's description in the help, in whole sentences. */
  readonly help: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The values of a command's options. An option with a default always has a value. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: OptionValue<Options[Name]>;
};

type OptionValue<Option extends CommandOption> = Option extends Switch
  ? boolean | undefined
  : Option extends { multiple: true }
    ? readonly string[] | undefined
    : Option extends { default: string }
      ? string
      : string | undefined;

export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The command's description in the help, as one sentence. */
  readonly summary: string;
  readonly argument?: { readonly name: string; readonly help: string; readonly isOptional?: true };
  readonly options: Options;
  /** Examples in the command's help. Each is a complete command line. */
  readonly examples: readonly string[];
  /** Additional lines at the end of the command's help. */
  readonly notes?: string;
  /** Resolves to the exit code. `argument` is empty if the command has no argument, or the user omits it. */
  run(values: OptionValues<Options>, argument: string, process: CommandProcess): Promise<number>;
}

/** A failure that the user can fix. It is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}

export function valueOption(placeholder: string, help: string) {
  return { type: 'string', placeholder, help } as const;
}

/** Infers the types of `run`'s values from the options. */
export function defineCommand<const Options extends CommandOptions>(command: Command<Options>): Command<Options> {
  return command;
}

/** Converts an error about an option such as `rateLimit` to one about `--rate-limit`. Returns any other error. */
export function asCommandError(error: unknown): unknown {
  if (!(error instanceof ConfigurationError)) return error;
  const { option, message } = error;
  // Remove `url` from the message, because no command has an option `--url`.
  if (option === 'url') return new CommandError(toMessageText(message.slice('url '.length)));
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new CommandError(toMessageText(`--${name}${message.slice(option.length)}`));
}
