import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pureConstants } from '../../tsup.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const rows = Object.keys(endpoints).length;

/** The maximum size of each part of a bundled client, in bytes of minified code. */
const parts: Readonly<Record<string, readonly [path: RegExp, most: number]>> = {
  ky: [/node_modules\/ky\//, 25_300],
  zod: [/node_modules\/zod\//, 10_400],
  // Includes the handling of missing lists, jobs and fields, of jobs that are no longer listed, and of events that wake waits.
  waits: [/src\/core\/waits\//, 20_320],
  // Includes attempts, the queue after a 429, invalid responses, calls to job URLs, and handles.
  'calls and lists': [/src\/core\/(call|results|async)\//, 26_600],
  'the endpoints and their schemas': [/src\/contract\//, 704 * rows],
  // Each option is validated, with a message that says what is valid.
  options: [/src\/core\/options\//, 8_150],
  redaction: [/src\/core\/redaction\//, 2_100],
  errors: [/src\/core\/errors\//, 4_150],
  'the client and its resources': [/src\/(client\.ts|resources\/)/, 195 * rows],
};

let bundle: Awaited<ReturnType<typeof bundleClient>>;

beforeAll(async () => {
  bundle = await bundleClient();
});

test.each(Object.entries(parts))('the part "%s" is not larger than its budget', (_, [path, most]) => {
  const bytes = bundle.inputs.filter(([file]) => path.test(file)).reduce((sum, [, size]) => sum + size, 0);

  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(most);
});

test('every file of the bundle belongs to a part with a budget', () => {
  const patterns = Object.values(parts).map(([path]) => path);
  const others = bundle.inputs.filter(([file]) => !patterns.some((path) => path.test(file))).map(([file]) => file);

  expect(others).toEqual(['package.json']);
});

test('the whole gzipped bundle is at most 39,600 bytes', () => {
  expect(gzipSync(bundle.code).length).toBeLessThanOrEqual(39_600);
});

async function bundleClient() {
  const contents = "export { Clipwright } from './src/index.ts';";
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    plugins: [pureConstants()],
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sizes = inputs.map(([file, { bytesInOutput }]) => [file, bytesInOutput] as const);
  return { code: outputFiles[0]?.contents ?? '', inputs: sizes.filter(([, size]) => size > 0) };
}
