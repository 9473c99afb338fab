import type { Command, CommandOption } from './command/command.ts';

/** The output of `clipwright --help`. */
export function generalHelp(commands: ReadonlyMap<string, Command>): string {
  const rows = [...commands].map(([name, command]): Row => [usageOf(name, command), command.summary]);
  return `Usage: clipwright <command> [options]

${columns(rows)}

\`clipwright help <command>\` shows the options of a command, \`clipwright --version\` the version.`;
}

/** The output of `clipwright <command> --help`. */
export function commandHelp(name: string, command: Command): string {
  const { argument, options, summary, notes } = command;
  const rows: Row[] = [...Object.entries(options).map(optionRow), ['--help', 'Shows this help.']];
  if (argument) rows.unshift([shownArgument(argument), argument.help]);
  return `Usage: clipwright ${usageOf(name, command)} [options]

${summary}

${columns(rows)}${notes === undefined ? '' : `\n\n${notes}`}`;
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
