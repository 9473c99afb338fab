import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { toMessageText } from '../../src/core/errors/message-text.ts';
import { suggestedName } from '../../src/core/options/checks.ts';
import { openApiDocument } from '../openapi/document.ts';
import { check } from './check/check.ts';
import {
  asCommandError,
  type Command,
  CommandError,
  type CommandOption,
  type CommandOptions,
  defineCommand,
  type OptionValues,
  usageError,
} from './command/command.ts';
import type { CommandProcess } from './command/process.ts';
import { deliveries, redeliver } from './deliveries.ts';
import { listen } from './listen/listen.ts';
import { mock } from './mock/mock.ts';
import { trigger } from './trigger/trigger.ts';
import { verify } from './verify/verify.ts';

const openapi = defineCommand({
  summary: 'Prints the OpenAPI 3.1 document of the API.',
  options: {},
  examples: ['npx clipwright openapi > openapi.json'],
  run: async (_values, _argument, { stdout }) => {
    stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    return 0;
  },
});

const commands: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({ mock, check, listen, deliveries, redeliver, trigger, verify, openapi }),
);

/** Runs a command line, and resolves to its exit code. */
export async function run(args: readonly string[], process: CommandProcess): Promise<number> {
  try {
    return await dispatch(args, process);
  } catch (thrown) {
    const error = asCommandError(thrown);
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`clipwright: ${toMessageText(error.message)}\n`);
    return error.exitCode;
  }
}

async function dispatch([name, ...args]: readonly string[], process: CommandProcess): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') return succeed(generalHelp(), process);
  if (name === '--version' || name === '-v') return succeed(version, process);
  if (name === 'help') return succeed(help(args), process);
  const [known, command] = requireCommand(name);
  const { values, positionals } = parse(known, command, args);
  if (values.help) return succeed(commandHelp(known, command), process);
  // Cast: the values have the types given by the command's options.
  return command.run(values as OptionValues<CommandOptions>, argumentOf(known, command, positionals), process);
}

function help([name, ...more]: readonly string[]): string {
  if (name === undefined || name === '--help' || name === '-h') return generalHelp();
  if (more.length > 0) throw usageError('help: Expected at most one command. See `clipwright --help`.');
  return commandHelp(...requireCommand(name));
}

function requireCommand(name: string): [name: string, command: Command] {
  const command = commands.get(name);
  if (command) return [name, command];
  const names = [...commands.keys()].join(', ');
  throw usageError(`${commandProblem(name)} The commands are ${names}. See \`clipwright --help\`.`);
}

/** Returns an error message that does not quote `name`, because it may contain a secret, as in `--secret=…`. */
function commandProblem(name: string): string {
  if (name.startsWith('-')) return 'The command must come before its options.';
  return `Unknown command.${didYouMean(suggestedName(name, [...commands.keys()]))}`;
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
}

function succeed(output: string, { stdout }: CommandProcess): number {
  stdout.write(`${output}\n`);
  return 0;
}

function parse(name: string, { options }: Command, args: string[]) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ args, options: { ...options, help }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Keep only the first sentence of the message, because the advice after it does not apply here.
    const [problem = ''] = error.message.split(/\.\s/, 1);
    throw commandUsageError(name, problem, suggestedOption(problem, Object.keys(options)));
  }
}

function suggestedOption(problem: string, names: readonly string[]): string | undefined {
  const [, unknown] = /^Unknown option '--(.+)'$/.exec(problem) ?? [];
  const suggestion = unknown === undefined ? undefined : suggestedName(unknown, names);
  return suggestion === undefined ? undefined : `--${suggestion}`;
}

/** Returns a command's argument. Error messages do not quote arguments, which may be parts of a secret with spaces. */
function argumentOf(name: string, { argument }: Command, positionals: readonly string[]): string {
  const [value = '', ...more] = positionals;
  if (!argument && positionals.length > 0) throw commandUsageError(name, 'Unexpected argument');
  if (argument?.isOptional && positionals.length > 1)
    throw commandUsageError(name, `Expected at most one <${argument.name}>`);
  if (argument && !argument.isOptional && (value === '' || more.length > 0))
    throw commandUsageError(name, `Expected one <${argument.name}>`);
  return value;
}

function commandUsageError(name: string, problem: string, suggestion?: string): CommandError {
  return usageError(`${name}: ${problem}.${didYouMean(suggestion)} See \`clipwright ${name} --help\`.`);
}

function generalHelp(): string {
  const rows = [...commands].map(([name, command]): Row => [usageOf(name, command), command.summary]);
  return `Usage: clipwright <command> [options]

${columns(rows)}

\`clipwright help <command>\` shows the options of a command, \`clipwright --version\` the version.`;
}

function commandHelp(name: string, command: Command): string {
  const { argument, options, summary, examples, notes } = command;
  const rows: Row[] = [...Object.entries(options).map(optionRow), ['--help', 'Shows this help.']];
  if (argument) rows.unshift([shownArgument(argument), argument.help]);
  return `Usage: clipwright ${usageOf(name, command)} [options]

${summary}

${columns(rows)}

Examples:
${examples.map((line) => `  ${line}`).join('\n')}${notes === undefined ? '' : `\n\n${notes}`}`;
}

type Row = readonly [left: string, right: string];

function usageOf(name: string, { argument }: Command): string {
  return argument ? `${name} ${shownArgument(argument)}` : name;
}

function shownArgument({ name, isOptional }: NonNullable<Command['argument']>): string {
  return isOptional ? `[${name}]` : `<${name}>`;
}

function optionRow([name, option]: [string, CommandOption]): Row {
  if (option.type === 'boolean') return [`--${name}`, option.help];
  const { placeholder, help, default: fallback } = option;
  return [`--${name} <${placeholder}>`, fallback === undefined ? help : `${help} Default: ${fallback}.`];
}

function columns(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
