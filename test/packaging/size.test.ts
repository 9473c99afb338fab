import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';
import { expect, onTestFinished, test } from 'vitest';
import { builds } from '../../tsup.config.ts';

// Receivers are often edge functions, which load anew for each burst of deliveries. Of the first, a fifth tells the
// receiver's side what is refused, in few and harmless lines, and bounds each call of a store: without them, a wrong secret
// or a silent Redis goes unnoticed. Of both, some 120 bytes make every error's message short, and safe to log.
// Some 60 bytes and 25 bound ids and times to what stores accept, and 65 and 6 say what else is wrong, and what to do.
// Of the first, some 110 read further formats of timestamps, and 80 refuse a Host header that holds a path. Another 140 keep
// a response within what HTTP allows, 130 find the oldest event of a store at once, 120 say that a handler was passed
// something else than a request, and 40 copy the chunks of a body as they come. Some 20 of the first name the option `now`
// to a test with a clock of its own, and some 6 of both let calls of the client list only the options that they take.
// Some 115 of the first refuse what is no handler, no option of a listener or no store, and tell a program of node:http how
// to pass on a body that it has read; some 15 of the second show how a client is passed.
test.each([
  ['src/webhooks/index.ts', 6809],
  ['src/webhooks/redis.ts', 1432],
])('%s with all that it imports, minified and gzipped, is at most %i bytes', async (entry, most) => {
  const outDir = await mkdtemp(join(tmpdir(), 'clipwright-size-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const plain = { dts: false, config: false, silent: true } as const;
  await build({ ...builds[0], ...plain, entry: { whole: entry }, minify: true, outDir });
  expect(await readdir(outDir)).toEqual(['whole.js']);
  const size = gzipSync(await readFile(join(outDir, 'whole.js'))).length;
  expect(size).toBeLessThanOrEqual(most);
});
