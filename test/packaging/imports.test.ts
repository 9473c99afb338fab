import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const imports = [...globSync(join(root, '{src,mock}/**/*.ts'))].flatMap((file) => importsOf(file));

test('the walk sees both halves and what they import', () => {
  expect(imports).toContainEqual({ from: 'mock/success-status.ts', to: 'src/contract/endpoints.ts' });
  expect(imports).toContainEqual({ from: 'src/contract/project.ts', to: 'zod/mini' });
});

test('src never reaches mock, test or examples', () => {
  const outward = imports.filter(({ from, to }) => from.startsWith('src/') && /^(mock|test|examples)\//.test(to));

  expect(outward).toEqual([]);
});

test('the contract imports nothing but itself and zod', () => {
  const outward = imports.filter(({ from, to }) => from.startsWith('src/contract/') && !to.startsWith('src/contract/'));

  expect(new Set(outward.map(({ to }) => to))).toEqual(new Set(['zod/mini']));
});

test('core never reaches what stands on it', () => {
  const outward = imports.filter(
    ({ from, to }) => from.startsWith('src/core/') && /^src\/(resources|client|index|captions|webhooks)/.test(to),
  );

  expect(outward).toEqual([]);
});

test.each([
  ['ky', ['src/core/transport.ts']],
  ['msw', ['mock/msw.ts']],
])('%s has one file that owns it', (name, owners) => {
  expect(importersOf(name)).toEqual(owners);
});

test('zod is imported in its small form alone', () => {
  expect(imports.filter(({ to }) => /^zod(\/|$)/.test(to) && to !== 'zod/mini')).toEqual([]);
});

function importersOf(name: string): string[] {
  const importers = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`)).map(({ from }) => from);
  return [...new Set(importers)];
}

function importsOf(file: string): { from: string; to: string }[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
  const target = (name: string) => (name.startsWith('.') ? relative(root, join(dirname(file), name)) : name);
  return importedFiles.map(({ fileName }) => ({ from: relative(root, file), to: target(fileName) }));
}
