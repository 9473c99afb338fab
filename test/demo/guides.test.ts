import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { codeBlocks, testPrograms } from './support/programs.ts';

const folder = fileURLToPath(new URL('../../docs/guides/', import.meta.url));
const guides = globSync('*.md', { cwd: folder }).sort();
const blocks = guides.flatMap((guide) =>
  codeBlocks(readFileSync(folder + guide, 'utf8')).map((block, index) => ({
    ...block,
    file: `${basename(guide, '.md')}-${index + 1}.ts`,
  })),
);

test('every guide has code blocks, all in languages that are tested', () => {
  expect(guides).toEqual([
    'command-line.md',
    'console.md',
    'edit-captions-and-timeline.md',
    'errors-and-retries.md',
    'first-ten-minutes.md',
    'idempotency.md',
    'long-running-jobs.md',
    'other-languages.md',
    'pagination.md',
    'playwright.md',
    'production.md',
    'receiving-webhooks.md',
    'shared-mock.md',
    'shorts-pipeline.md',
    'simulating-failures.md',
    'testing-your-app.md',
    'upgrading-and-compatibility.md',
    'webhooks-in-tests.md',
    'what-the-client-assumes.md',
  ]);
  for (const guide of guides) expect(blocks.some(({ file }) => file.startsWith(basename(guide, '.md')))).toBe(true);
  // These are tested in command-line.test.ts, receiving-webhooks.test.ts, test/cli/other-languages.test.ts, and
  // test/tools/consumer/first-ten-minutes.mjs.
  const others = blocks.filter(({ language }) => language !== 'ts');
  const isTested =
    /^((command-line|receiving-webhooks|first-ten-minutes)-\d+\.ts sh|other-languages-\d+\.ts (sh|python|text))$/;
  expect(others.filter(({ file, language }) => !isTested.test(`${file} ${language}`))).toEqual([]);
});

describe('the programs of the guides', () => {
  const programs = blocks.filter(({ language }) => language === 'ts');
  testPrograms(Object.fromEntries(programs.map(({ file, code }) => [file, code])));
});

describe('the tests of the guides for vitest', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  mkdirSync(join(root, 'examples/output'), { recursive: true });
  // Inside the repository, where packages are found, and where git does not look.
  const output = mkdtempSync(join(root, 'examples/output/tests-'));
  afterAll(() => rmSync(output, { recursive: true }));

  const forVitest = blocks.filter(({ code }) => code.includes("from 'clipwright/vitest'"));
  expect(forVitest.length).toBeGreaterThan(0);
  describe.each(forVitest)('$file', async ({ file, code }) => {
    writeFileSync(join(output, file), code);
    // They run here.
    await import(join(output, file));
  });
});
