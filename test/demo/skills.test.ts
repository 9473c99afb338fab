import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { commandLine } from '../cli/support/command-line.ts';
import { type CodeSpan, codeSpans, type Verdict } from './support/code-spans.ts';
import { failuresOf, fieldNames, type PackageNames, readPackageNames } from './support/package-names.ts';
import { codeBlocks, testPrograms } from './support/programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const skills = globSync('docs/skills/*/SKILL.md', { cwd: root })
  .sort()
  .map((file) => ({ file, name: file.split('/')[2] ?? '', text: readFileSync(root + file, 'utf8') }));
const spans = skills.flatMap(({ name, text }) => codeSpans(text).map((span) => ({ ...span, skill: name })));

// Of other packages and of HTTP, or a way to write, not a name.
const notOurs = [
  '/api/v1',
  'Retry-After',
  'express.json()',
  'for await',
  'instanceof',
  'ioredis',
  'node:http',
  'redis',
];
const notOurFields = ['orderId', 'retry-after'];
const headers = ['x-service-signature', 'x-service-timestamp'];
const variables = ['CLIPWRIGHT_API_KEY', 'CLIPWRIGHT_BASE_URL', 'CLIPWRIGHT_WEBHOOK_SECRET'];

test('there is a skill for each group of users, short enough to be read whole', () => {
  expect(skills.map(({ name }) => name)).toEqual(['clipwright-app', 'clipwright-tests', 'clipwright-webhooks']);
  for (const { name, text } of skills) expect(`${name}: ${text.split('\n').length <= 121}`).toBe(`${name}: true`);
});

test.each(skills)('$file has the frontmatter by which assistants find it', ({ name, text }) => {
  // Plain YAML: a colon and a space would begin another field.
  const [, field, description = ''] = /^---\nname: (\S+)\ndescription: ((?:(?!: ).){1,1024})\n---\n/.exec(text) ?? [];
  expect(field).toBe(name);
  expect(description).toMatch(/Use it when /);
});

describe('the programs of the skills', () => {
  const programs = skills.flatMap(({ name, text }) => codeBlocks(text).map((block, i) => ({ ...block, name, i })));
  test('are TypeScript, one at least in each', () => {
    expect(programs.filter(({ language }) => language !== 'ts')).toEqual([]);
    expect(new Set(programs.map(({ name }) => name)).size).toBe(skills.length);
  });
  testPrograms(Object.fromEntries(programs.map(({ name, i, code }) => [`${name}-${i + 1}.ts`, code])));
});

describe('what the skills have in backticks', () => {
  const isPath = ({ text }: CodeSpan) => text.startsWith('node_modules/clipwright/');
  const isCommand = ({ text }: CodeSpan) => text.startsWith('npx ');
  const isKnown = ({ text }: CodeSpan) => [...notOurs, ...headers, ...variables].includes(text);
  const code = spans.filter((span) => !isPath(span) && !isCommand(span) && !isKnown(span));

  let names: PackageNames;
  let failures: ReadonlyMap<string, string>;
  const withVerdict = (verdict: Verdict) => code.filter((span) => span.verdict === verdict);
  const failureOf = ({ text }: CodeSpan) => (names.members.has(text) ? undefined : failures.get(text));

  beforeAll(() => {
    names = readPackageNames();
    failures = failuresOf(['', ...code.map(({ text }) => text)], (text) => programOf(text, names));
  }, 120_000);

  test('is compiled in a scope that compiles', () => {
    expect(failures.get('')).toBeUndefined();
  });

  test('compiles if it is right, or wrong though it compiles', () => {
    const compiling = [...withVerdict('right'), ...withVerdict('wrong but compiles')];
    expect(compiling.length).toBeGreaterThan(80);
    const failed = compiling.filter((span) => failureOf(span) !== undefined);
    expect(failed.map((span) => `${span.skill}: ${span.text}: ${failureOf(span)}`)).toEqual([]);
  });

  test('passes only fields that the package knows if it is right', () => {
    const fields = withVerdict('right').flatMap(({ text }) => fieldNames(text));
    expect(fields.length).toBeGreaterThan(40);
    expect(fields.filter((field) => !names.members.has(field) && !notOurFields.includes(field))).toEqual([]);
  });

  test('does not compile if it is wrong', () => {
    const wrong = withVerdict('does not compile');
    expect(wrong.length).toBeGreaterThan(40);
    expect(wrong.filter((span) => failureOf(span) === undefined)).toEqual([]);
  });

  test('is in the package if it is a file', () => {
    const files = spans.filter(isPath).map(({ text }) => text.slice('node_modules/clipwright/'.length));
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

  test('is a command with these options if it begins with npx', async () => {
    const commands = spans.filter(isCommand).map(({ text }) => text.split(' '));
    expect(commands.length).toBeGreaterThan(3);
    for (const [, bin, command = '', ...args] of commands) {
      const { code, stdout: help } = await commandLine().run([command, '--help']);
      expect([bin, code]).toEqual(['clipwright', 0]);
      for (const option of args.filter((arg) => arg.startsWith('--'))) expect(help).toContain(`${option} <`);
    }
  });
});

/** A program that has the span as its only statement, with the variables that the skills speak of. */
function programOf(text: string, { imports }: PackageNames): string {
  if (text.startsWith('import ')) return text;
  if (/^clipwright\/\w+/.test(text)) return `import * as entry from '${text}'; void entry;`;
  return `${imports}\n${scope}\n{ ${text}; }`;
}

const scope = `
import { createServer } from 'node:http';
import type { Redis } from 'ioredis';
import { setupServer } from 'msw/node';
import { expect } from 'vitest';
declare const client: Clipwright, mock: Mock, server: MockServer, batch: ClipBatch, job: Job, params: GenerateClipsParams;
declare const source: ClipSource, phrase_replacements: PhraseReplacement[], updates: WordRetiming[], query: Query;
declare const items: TimelineMove[], fields: UpdateMediaParams, event: WebhookEvent, error: unknown, redis: Redis;
declare const job_id: string, project_id: string, projectId: string, itemId: string, clipId: string, orderId: string, captions: string, url: string;
declare const apiKey: string, secret: string, newSecret: string, oldSecret: string, signature: string, body: string;
declare const request: Request, headers: Headers, handle: (request: Request) => Promise<Response>;
declare const handler: (event: ExportReadyEvent) => void;
`;
