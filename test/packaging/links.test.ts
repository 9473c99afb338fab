import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const published = publishedFiles();

test('besides dist/, the package contains the docs and examples, but no sources, dependencies or output', () => {
  expect(published).toEqual(
    expect.arrayContaining([
      'README.md',
      'LICENSE',
      'SECURITY.md',
      'docs/openapi.json',
      'examples/receivers/worker.ts',
    ]),
  );
  expect(published.filter((file) => /node_modules|lock|output|^(test|src|mock)\//.test(file))).toEqual([]);
});

test('every file link in a published document points to a published file', () => {
  const links = published.filter((file) => file.endsWith('.md')).flatMap(linksOf);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(({ to }) => !published.some((file) => file === to || file.startsWith(`${to}/`)))).toEqual([]);
});

/** The files in `npm pack`, without `dist`, which does not exist in tests. */
function publishedFiles(): string[] {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(packed);
  return files.map(({ path }: { path: string }) => path).filter((path: string) => !path.startsWith('dist/'));
}

function linksOf(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const links = text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g);
  return [...links].map(([, link = '']) => ({ file, to: join(dirname(file), link) }));
}
