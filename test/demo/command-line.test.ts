import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../cli/support/command-line.ts';
import { codeBlocks } from './support/programs.ts';

const guide = readFileSync(new URL('../../docs/guides/command-line.md', import.meta.url), 'utf8');
const { run } = commandLine();

const lines = codeBlocks(guide).flatMap(({ code }) => code.trimEnd().split('\n'));
const commandLines = lines.filter((line) => line.startsWith('npx clipwright '));

test('the guide to the command line has an example of each command', () => {
  expect(new Set(commandLines.map((line) => line.split(' ')[2]))).toEqual(
    new Set(['mock', 'listen', 'deliveries', 'redeliver', 'trigger', 'verify', 'openapi']),
  );
});

test.each(commandLines)('%s is a command line that is valid', async (line) => {
  // With --help the options are read, and nothing is done.
  expect(await run([...argumentsOf(line), '--help'])).toMatchObject({ code: 0, stderr: '' });
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
    const [, section = ''] = guide.split(`\n## ${title}\n`);
    const [table = ''] = section.split('\n## ');
    const { stdout } = await run([command, '--help']);

    expect(optionsIn(table, /^\| `(--[^`]+)` \|/gm)).toEqual(optionsIn(stdout, /^ {2}(--[\w-]+(?: <\w+>)?) {2,}/gm));
  });
});

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
