import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceTables } from '../bench/report.ts';

test('docs/performance.md has the committed results; `npm run bench` writes both', async () => {
  const [page, results] = await Promise.all(
    ['../../docs/performance.md', '../bench/results.json'].map((file) =>
      readFile(new URL(file, import.meta.url), 'utf8'),
    ),
  );
  expect(replaceTables(page ?? '', JSON.parse(results ?? ''))).toBe(page);
});
