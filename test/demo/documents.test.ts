import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [...globSync('{*.md,docs/*.md,docs/{decisions,guides}/*.md}', { cwd: root })]
  .filter((file) => file !== 'THIRD-PARTY-NOTICES.md')
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('every link to a file leads to one', () => {
  const links = documents.flatMap(({ file, text }) =>
    matches(text, /\]\((?!https?:)([^)#]+)\)/g).map((to) => ({ file, to })),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, to }) => !existsSync(join(root, dirname(file), to)))).toEqual([]);
});

test('every source file that is named is there', () => {
  const named = documents.flatMap(({ file, text }) =>
    matches(text, /`([\w./-]+\/[\w.-]+\.ts)`/g).map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(15);
  // Where a text is about `src/` or `mock/`, it leaves that out.
  expect(
    named.filter(({ path }) => !['.', 'src', 'mock'].some((folder) => existsSync(join(root, folder, path)))),
  ).toEqual([]);
});

test('every npm script that is named is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = documents.flatMap(({ text }) => matches(text, /npm run ([\w:-]+)/g));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}
