import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsup';
import { expect, onTestFinished, test } from 'vitest';
import { builds } from '../../tsup.config.ts';

test('the client’s published types hold neither the table of endpoints nor its schemas', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'clipwright-types-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const entry = { index: 'src/index.ts' };
  const dts = { ...Object(builds[0]?.dts), entry, only: true };
  await build({ ...builds[0], entry, dts, outDir, config: false, silent: true });
  const types = await readFile(join(outDir, 'index.d.ts'), 'utf8');
  expect(types).toContain('class Clipwright');
  expect(types).not.toMatch(/zod|declare const endpoints|class Api\b/);
}, 60_000);
