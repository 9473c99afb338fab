import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builds } from '../../tsup.config.ts';

let outDir: string;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'clipwright-types-'));
  const entry = { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts', 'webhooks/redis': 'src/webhooks/redis.ts' };
  const dts = { ...Object(builds[0]?.dts), entry, only: true };
  await build({ ...builds[0], entry, dts, outDir, config: false, silent: true });
});

afterAll(() => rm(outDir, { recursive: true }));

test('the client’s published types contain neither the endpoints nor their schemas', async () => {
  expect(await readFile(join(outDir, 'index.d.ts'), 'utf8')).toContain('class Clipwright');
  for (const file of globSync('**/*.d.ts', { cwd: outDir })) {
    expect(await readFile(join(outDir, file), 'utf8'), file).not.toMatch(/zod|declare const endpoints|class Api\b/);
  }
});

test('the published types for webhooks need neither Node types nor Redis client types', () => {
  const program = ts.createProgram([join(outDir, 'webhooks.d.ts'), join(outDir, 'webhooks/redis.d.ts')], {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    types: [],
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const errors = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(errors).toEqual([]);
  const others = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  expect(others.filter(({ fileName }) => !fileName.startsWith(outDir))).toEqual([]);
});
