import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';
import { expect, onTestFinished, test } from 'vitest';
import { builds } from '../../tsup.config.ts';

// Receivers are often edge functions, which are loaded again for each burst of deliveries. A fifth of the handler's
// code limits the time of store calls and logs rejections, because otherwise a silent Redis or a wrong secret would go
// unnoticed. Half of `clipwright/webhooks/redis` reads a stream of events. Receivers that only import `redisDedupe` omit it.
// `clipwright/node` runs where bytes matter less, so its limit only shows whether it loads additional modules.
test.each([
  ['src/webhooks/index.ts', 7_650],
  ['src/webhooks/redis.ts', 3_050],
  ['src/webhooks/sql.ts', 1_956],
  ['src/node/index.ts', 5_560],
])('%s with its imports, minified and gzipped, is at most %i bytes', async (entry, most) => {
  const outDir = await mkdtemp(join(tmpdir(), 'clipwright-size-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const plain = { dts: false, config: false, silent: true } as const;
  await build({ ...builds[0], ...plain, entry: { whole: entry }, minify: true, outDir });
  expect(await readdir(outDir)).toEqual(['whole.js']);
  const size = gzipSync(await readFile(join(outDir, 'whole.js'))).length;
  expect(size).toBeLessThanOrEqual(most);
});
