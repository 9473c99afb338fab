import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'tsup';
import { expect, onTestFinished, test } from 'vitest';
import { builds } from '../../tsup.config.ts';

// Receivers are often edge functions, which are loaded again for each burst of deliveries. The main uses of the bytes:
// - A fifth of the handler limits store calls and logs rejections. Otherwise, a wrong secret or a silent Redis would go
//   unnoticed.
// - About 120 bytes of each entry keep error messages short and safe to log. In the handler and in redisDedupe, 60
//   and 25 bytes limit ids and times to what stores accept, and 65 and 6 bytes say what is wrong and what to do.
// - In the handler: about 110 bytes for more timestamp formats, 80 to reject a Host header with a path, 140 to keep
//   responses valid in HTTP, 130 to find a store's oldest event quickly, 120 to report that a handler was not passed a
//   Request, 40 to copy the chunks of a body, 20 to suggest the option `now` to tests with their own clock, and 115 to
//   reject invalid handlers, listener options and stores, and to say how to pass on a body that was read already.
//   About 290 bytes serve HTTP/2, and limit how much of a request's body is read after its response. 46 name the
//   event `request` of node:http2 to a listener of `stream`, because Node's types accept any function for that event.
//   About 360 bytes find the identifiers of an event, and wake waits. 130 limit the time that a body may take.
// - In `clipwright/webhooks/redis`: half of the bytes read a stream of events with either client, and a receiver that
//   imports only `redisDedupe` does not bundle them. 140 bytes connect again after a client has given up, and let the
//   first command wait for the connection.
// `clipwright/node` runs where bytes matter less: its limit only shows when it starts to load something else.
// About 180 of its bytes read a body ahead of the writes, because a connection that breaks drops what nobody has read, end with the signal,
// and say what is wrong with a path, a batch or the address of a mock in process.
test.each([
  ['src/webhooks/index.ts', 7_650],
  ['src/webhooks/redis.ts', 3_050],
  ['src/webhooks/sql.ts', 1_956],
  ['src/node/index.ts', 5_390],
])('%s with its imports, minified and gzipped, is at most %i bytes', async (entry, most) => {
  const outDir = await mkdtemp(join(tmpdir(), 'clipwright-size-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const plain = { dts: false, config: false, silent: true } as const;
  await build({ ...builds[0], ...plain, entry: { whole: entry }, minify: true, outDir });
  expect(await readdir(outDir)).toEqual(['whole.js']);
  const size = gzipSync(await readFile(join(outDir, 'whole.js'))).length;
  expect(size).toBeLessThanOrEqual(most);
});
