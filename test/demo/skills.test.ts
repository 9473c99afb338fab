import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { commandLine } from '../cli/support/command-line.ts';
import { isCommand, isPath, skillSpans } from './support/code-spans.ts';
import { root, skills } from './support/programs.ts';

test('there is a skill for apps, for tests and for webhooks, each of at most 120 lines', () => {
  expect(skills.map(({ name }) => name)).toEqual(['clipwright-app', 'clipwright-tests', 'clipwright-webhooks']);
  for (const { name, text } of skills) expect(`${name}: ${text.split('\n').length <= 121}`).toBe(`${name}: true`);
});

test.each(skills)('$file has the frontmatter that assistants use to find it', ({ name, text }) => {
  // In unquoted YAML, a colon and a space would begin another field.
  const [, field, description = ''] = /^---\nname: (\S+)\ndescription: ((?:(?!: ).){1,1024})\n---\n/.exec(text) ?? [];
  expect(field).toBe(name);
  expect(description).toMatch(/Use it when /);
});

test('each skill has code blocks, all in TypeScript', () => {
  for (const { blocks } of skills) expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts']));
});

describe('code in backticks in the skills', () => {
  test('is in the package if it is a file', () => {
    const files = skillSpans.filter(isPath).map(({ text }) => text.slice('node_modules/clipwright/'.length));
    const types = Object.values(packageJson.exports).flatMap((entry) => [
      Object(entry).import?.types,
      Object(entry).require?.types,
    ]);
    const isPublished = (file: string) =>
      types.includes(`./${file}`) ||
      (existsSync(root + file) &&
        ['README.md', ...packageJson.files].some((part) => `${file}/`.startsWith(`${part}/`)));
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((file) => !isPublished(file))).toEqual([]);
  });

  test('is a valid command line if it begins with npx', async () => {
    const commands = skillSpans.filter(isCommand).map(({ text }) => text.split(' '));
    expect(commands.length).toBeGreaterThan(3);
    for (const [, bin, command = '', ...args] of commands) {
      const { code, stdout: help } = await commandLine().run([command, '--help']);
      expect([bin, code]).toEqual(['clipwright', 0]);
      for (const option of args.filter((arg) => arg.startsWith('--'))) expect(help).toContain(`${option} <`);
    }
  });
});
