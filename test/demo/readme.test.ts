import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../cli/support/command-line.ts';
import { hasCurl } from '../support/has-curl.ts';
import { codeBlocks, testPrograms } from './support/programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const blocks = codeBlocks(await readFile(join(root, 'README.md'), 'utf8'));
const programs = blocks.filter(({ language }) => language === 'ts').map(({ code }) => code);
const commands = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ code }) => code.trim().split(/\n+(?=\w)/));

test('every code block is in a language that is tested here', () => {
  expect(programs.length).toBeGreaterThan(3);
  expect(blocks.every(({ language }) => ['ts', 'sh', 'text'].includes(language))).toBe(true);
  // The output of the demo: see demo.test.ts.
  expect(blocks.filter(({ language }) => language === 'text').length).toBe(1);
});

describe('the programs of the README', () => {
  testPrograms(Object.fromEntries(programs.map((code, index) => [`program-${index + 1}.ts`, code])));
});

describe('the commands of the README', () => {
  const clipwright = commandLine();

  test('are those that are tested here and in the checks of the whole package', () => {
    const others = commands.filter((command) => !/^curl /.test(command));
    expect(others).toEqual([
      'npm install clipwright',
      'npx clipwright mock --seed-file node_modules/clipwright/examples/second-inaugural.vtt',
      'npm ci && npm run demo',
      'npm ci && npm test',
    ]);
  });

  test.skipIf(!hasCurl)('that use curl succeed', { timeout: 20_000 }, async () => {
    const mock = await clipwright.startMock('--seed-file', join(root, 'examples/second-inaugural.vtt'));
    const [, PROJECT_ID] = await mock.printed(/Seeded project (\S+) /);
    const origin = new URL(mock.baseUrl).origin;
    const responses: unknown[] = [];
    for (const command of commands.filter((each) => /^curl /.test(each))) {
      const { stdout } = await promisify(exec)(command.replace('http://127.0.0.1:4010', origin), {
        env: { ...process.env, PROJECT_ID },
      });
      responses.push(JSON.parse(stdout));
    }
    expect(responses).toEqual([
      expect.objectContaining({
        captions: [expect.anything(), expect.objectContaining({ text: 'At this second appearing' })],
      }),
      expect.objectContaining({ batch: expect.objectContaining({ failed_count: 0 }) }),
      { now: expect.any(String) },
    ]);
  });
});
