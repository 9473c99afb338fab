import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../mock/cli/run.ts';
import { guides } from './support/programs.ts';

const { text = '', blocks = [] } = guides.find(({ name }) => name === 'command-line') ?? {};

const lines = blocks.flatMap(({ code }) => code.trimEnd().split('\n'));
const commandLines = lines.filter((line) => line.startsWith('npx clipwright '));

test('the guide to the command line has an example of each command', () => {
  expect(new Set(commandLines.map((line) => line.split(' ')[2]))).toEqual(
    new Set(['mock', 'listen', 'deliveries', 'redeliver', 'trigger', 'verify', 'openapi']),
  );
});

test.each(commandLines)('%s is a command line that is valid', async (line) => {
  // With --help the options are read, and nothing is done.
  expect(await help(argumentsOf(line))).toMatchObject({ code: 0, errors: [] });
});

describe.each([
  ['mock', 'Run the mock'],
  ['listen', 'Watch and forward deliveries'],
  ['deliveries', 'Look at a delivery'],
  ['redeliver', 'Send a delivery again'],
  ['trigger', 'Send an event'],
  ['verify', 'Verify a delivery'],
])('of clipwright %s', (command, title) => {
  test('the guide lists every option, with the value that it takes', async () => {
    const [, section = ''] = text.split(`\n## ${title}\n`);
    const [table = ''] = section.split('\n## ');
    const { printed } = await help([command]);

    expect(optionsIn(table, /^\| `(--[^`]+)` \|/gm)).toEqual(optionsIn(printed, /^ {2}(--[\w-]+(?: <\w+>)?) {2,}/gm));
  });
});

/** Runs a command line with `--help` in this process. */
async function help(args: readonly string[]) {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const fail = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const code = await run([...args, '--help']);
  return { code, printed: print.mock.calls.join('\n'), errors: fail.mock.calls };
}

function optionsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, option = '']) => option)
    .filter((option) => option !== '--help')
    .sort();
}

/** As a shell reads them: in the guide only single quotes are used, and redirections stand last. */
function argumentsOf(line: string): string[] {
  const [command = ''] = line.replace('npx clipwright ', '').split(/ [<>] /);
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
