import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../cli/support/command-line.ts';
import { argumentsOf } from '../cli/support/shell-line.ts';
import { codeBlocks } from './support/programs.ts';

const guide = readFileSync(new URL('../../docs/guides/command-line.md', import.meta.url), 'utf8');
const { run } = commandLine();

const lines = codeBlocks(guide).flatMap(({ code }) => code.trimEnd().split('\n'));
const commandLines = lines.filter((line) => line.startsWith('npx clipwright '));
const firstDay = readFileSync(new URL('../../docs/guides/first-day.md', import.meta.url), 'utf8');
const firstDayLines = codeBlocks(firstDay).flatMap(({ code }) => code.match(/^npx clipwright .*$/gm) ?? []);

test('the command line guide has an example of each command', () => {
  expect(new Set(commandLines.map((line) => line.split(' ')[2]))).toEqual(
    new Set(['mock', 'check', 'listen', 'deliveries', 'redeliver', 'trigger', 'verify', 'openapi']),
  );
});

test.each([...commandLines, ...firstDayLines])('%s is a valid command line', async (line) => {
  // With --help, the command only parses its options and prints its help.
  expect(await run([...argumentsOf(line), '--help'])).toMatchObject({ code: 0, stderr: '' });
});

describe.each([
  ['mock', 'Run the mock'],
  ['listen', 'Watch and forward deliveries'],
  ['deliveries', 'Look at a delivery'],
  ['redeliver', 'Send a delivery again'],
  ['trigger', 'Send an event'],
  ['verify', 'Verify a delivery'],
])('clipwright %s', (command, title) => {
  test('has a section in the guide, and the section or the introduction names every option', async () => {
    const [introduction = '', section = ''] = guide.split(`\n## ${title}\n`);
    const [described = ''] = section.split('\n## ');
    const [shared = ''] = introduction.split('\n## ');
    const { stdout } = await run([command, '--help']);
    const options = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);

    const named = new Set([...`${shared}${described}`.matchAll(/`(--[\w-]+)/g)].map(([, option]) => option));
    expect(options.filter((option) => option !== '--help' && !named.has(option))).toEqual([]);
    const rows = [...described.matchAll(/^\| `(--[\w-]+)/gm)].map(([, option]) => option);
    expect(rows.filter((option) => !options.includes(option))).toEqual([]);
  });
});
