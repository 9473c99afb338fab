/** An option of a command. Every option takes a value. */
export interface CommandOption {
  readonly type: 'string';
  /** The placeholder in the help: `number` for `--port <number>`. */
  readonly placeholder: string;
  /** One sentence. */
  readonly help: string;
  readonly default?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** An option with a default always has a value. */
export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { default: string } ? string : string | undefined;
};

/** A command of `clipwright`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** One sentence for the help. */
  readonly summary: string;
  readonly argument?: { readonly name: string; readonly help: string };
  readonly options: Options;
  /** Further lines for the end of its help. */
  readonly notes?: string;
  /**
   * Resolves to the exit code.
   *
   * @param argument Empty if the command has none.
   */
  run(values: OptionValues<Options>, argument: string): Promise<number>;
}

/** A failure that the user can fix, printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The error for an invalid command line. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}

/** Infers the types of `run`'s values from the options. */
export function defineCommand<const Options extends CommandOptions>(command: Command<Options>): Command<Options> {
  return command;
}
