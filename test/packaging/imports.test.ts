import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findCycle, folderOf, type Import, readImports } from './support/import-graph.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const imports = readImports();
const fileImports = imports.filter(({ to }) => /^(src|mock)\//.test(to));

test('readImports finds the imports of src and mock', () => {
  expect(imports).toContainEqual({ from: 'mock/http/api.ts', to: 'src/contract/endpoints.ts' });
  expect(imports).toContainEqual({ from: 'src/contract/project.ts', to: 'zod/mini' });
  expect(imports).toContainEqual({ from: 'mock/console/app.tsx', to: 'mock/console/app/header.tsx' });
  expect(imports).toContainEqual({ from: 'mock/msw.ts', to: 'mock/index.ts' });
  expect(imports).toContainEqual({ from: 'mock/test-runners/vitest.ts', to: 'src/index.ts' });
});

test('src never imports mock, test or examples', () => {
  const outward = imports.filter(({ from, to }) => from.startsWith('src/') && /^(mock|test|examples)\//.test(to));

  expect(outward).toEqual([]);
});

test('the contract only imports itself and zod', () => {
  const outward = imports.filter(({ from, to }) => from.startsWith('src/contract/') && !to.startsWith('src/contract/'));

  expect(new Set(outward.map(({ to }) => to))).toEqual(new Set(['zod/mini']));
});

test('core never imports code that is built on it', () => {
  const outward = imports.filter(
    ({ from, to }) => from.startsWith('src/core/') && /^src\/(resources|client|index|captions|webhooks)/.test(to),
  );

  expect(outward).toEqual([]);
});

test.each([
  ['ky', ['src/core/call/transport.ts']],
  ['msw', ['mock/msw.ts']],
])('%s is imported by only one file', (name, owners) => {
  expect(importersOf(name)).toEqual(owners);
});

test('zod is only imported as zod/mini', () => {
  expect(imports.filter(({ to }) => /^zod(\/|$)/.test(to) && to !== 'zod/mini')).toEqual([]);
});

describe('import cycles', () => {
  test('do not exist between files', () => {
    expect(findCycle(fileImports, (file) => file)).toBeUndefined();
  });

  test('do not exist between folders', () => {
    expect(findCycle(fileImports, folderOf)).toBeUndefined();
  });

  test('are detected between files and between folders', () => {
    const added = [...fileImports, { from: 'mock/state/ids.ts', to: 'mock/services/table.ts' }];

    expect(findCycle(added, (file) => file)).toEqual(expect.arrayContaining(['mock/state/ids.ts']));
    expect(findCycle(added, folderOf)).toEqual(expect.arrayContaining(['mock/state', 'mock/services']));
  });
});

test.each([
  ['mock', 10],
  ['src', 2],
  ['src/core', 2],
])('%s has at most %i files outside its folders, because new files belong in the folders', (folder, most) => {
  expect(globSync('*.ts', { cwd: join(root, folder) }).length).toBeLessThanOrEqual(most);
});

describe('docs/architecture.md', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

  test('lists exactly what the mock imports from src', () => {
    const rows = [...page.matchAll(/^\| (any folder|(?:`[\w-]+\/`(?:, )?)+) \| (.+) \|$/gm)].flatMap(
      ([, folders = '', files = '']) =>
        (folders === 'any folder' ? [''] : pathsIn(folders)).flatMap((folder) =>
          pathsIn(files).map((file) => ({ from: `mock/${folder}`, to: `src/${file}` })),
        ),
    );
    const used = imports.filter(({ from, to }) => from.startsWith('mock/') && to.startsWith('src/'));
    const isOf = (rule: Import) => (one: Import) => one.from.startsWith(rule.from) && one.to.startsWith(rule.to);

    expect(rows.length).toBeGreaterThan(5);
    expect(used.filter((one) => !rows.some((rule) => isOf(rule)(one)))).toEqual([]);
    expect(rows.filter((rule) => !used.some(isOf(rule)))).toEqual([]);
  });

  test.each(['src', 'mock'])('lists the folders of %s', (name) => {
    const [, list = ''] = page.match(new RegExp(`^${name}/ .*\n((?: {2}.*\n)+)`, 'm')) ?? [];
    const listed = list.split('\n').flatMap(
      (line) =>
        line
          .trim()
          .split(/ {2,}/)[0]
          ?.match(/[\w-]+(?:\/[\w-]+)*(?=\/)/g) ?? [],
    );
    const folders = globSync(['*/', 'core/*/'], { cwd: join(root, name) }).filter((folder) => folder !== 'core');

    expect(listed.toSorted()).toEqual(folders.toSorted());
  });
});

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}

function importersOf(name: string): string[] {
  const importers = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
  return [...new Set(importers)];
}
