import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
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
    'edit-captions-and-timeline.md',
    'errors-and-retries.md',
    'first-ten-minutes.md',
    'idempotency.md',
    'long-running-jobs.md',
    'other-languages.md',
    'pagination.md',
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
