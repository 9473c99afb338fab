/** An option of a command. All take a value. */
export interface CommandOption {
  readonly type: 'string';
  /** What the value is called in the help: `port` for `--port <port>`. */
  readonly value: string;
  /** A sentence for the help. */
  readonly help: string;
  readonly default?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The options' values: a text where there is a default. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { default: string } ? string : string | undefined;
};

/** One command of `clipwright`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** A sentence for the help. */
  readonly summary: string;
  /** Its one argument, where it takes one. */
  readonly argument?: { readonly name: string; readonly help: string };
  readonly options: Options;
  /**
   * Resolves to the exit code.
   *
   * @param argument Empty where the command takes none.
   */
  run(values: OptionValues<Options>, argument: string): Promise<number>;
}

/** A command line that no command takes, or something that could not be done: shown without a stack, as the user's to mend. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command line that no command takes. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}

/** Ties what a command runs with to its options. */
export function defineCommand<const Options extends CommandOptions>(command: Command<Options>): Command<Options> {
  return command;
}
