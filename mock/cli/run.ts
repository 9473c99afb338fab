import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { type Command, CommandError, usageError } from './command.ts';
import { helpOf, helpOfAll } from './help.ts';
import { listen } from './listen.ts';
import { mock } from './mock.ts';
import { openapi } from './openapi.ts';
import { trigger } from './trigger.ts';
import { verify } from './verify.ts';

const commands: ReadonlyMap<string, Command> = new Map<string, Command>(
  Object.entries({ mock, listen, trigger, verify, openapi }),
);

/** Runs a command line and resolves to its exit code: 1 for what could not be done, 2 for a line that no command takes. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`clipwright: ${error.message}`);
    return error.exitCode;
  }
}

async function dispatch([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h') return print(helpOfAll(commands));
  if (name === '--version') return print(version);
  const command = commands.get(name ?? '');
  if (!name || !command) {
    const unknown = name ? `There is no command ${JSON.stringify(name)}. ` : '';
    throw usageError(`${unknown}Name a command: ${[...commands.keys()].join(', ')}. See \`clipwright --help\`.`);
  }
  const { values, positionals } = parse(name, command, args);
  if (values.help) return print(helpOf(name, command));
  // A boundary: `help` is the only option that is no text.
  return command.run(values as Record<string, string | undefined>, argumentOf(name, command, positionals));
}

function parse(name: string, { options }: Command, args: string[]) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ args, options: { ...options, help }, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Its first sentence says what is wrong; the rest is advice that does not fit here.
    throw misuse(name, `${error.message.split(/\.\s/, 1)}`);
  }
}

/** Never shows what was given: it may be a secret that a blank has cut off its option. */
function argumentOf(name: string, { argument }: Command, positionals: readonly string[]): string {
  const [given = '', ...more] = positionals;
  if (!argument && positionals.length > 0) throw misuse(name, 'It takes options only');
  if (argument && (given === '' || more.length > 0)) throw misuse(name, `It takes one <${argument.name}>`);
  return given;
}

function misuse(name: string, problem: string): CommandError {
  return usageError(`${name}: ${problem}. See \`clipwright ${name} --help\`.`);
}

function print(text: string): number {
  console.log(text);
  return 0;
}
