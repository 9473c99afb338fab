import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { bundleOf } from './support/bundle.ts';

const entries = [
  'index',
  'webhooks',
  'webhooks/redis',
  'webhooks/sql',
  'captions',
  'node',
  'mock',
  'mock/remote',
  'msw',
  'vitest',
  'jest',
  'playwright',
];

/** The exports of each entry. Adding or removing a name changes the public API. */
const publicNames: Readonly<Record<string, readonly string[]>> = {
  index: [
    'AbortError',
    'ApiError',
    'AuthenticationError',
    'BadRequestError',
    'CallError',
    'Clipwright',
    'ClipwrightError',
    'ConfigurationError',
    'ConflictError',
    'ConnectionError',
    'IdempotencyConflictError',
    'JobCanceledError',
    'JobFailedError',
    'NotFoundError',
    'PaginationError',
    'PartialFailureError',
    'PermissionDeniedError',
    'RateLimitError',
    'RequestValidationError',
    'ResponseTooLargeError',
    'ResponseValidationError',
    'ServerError',
    'TimeoutError',
    'UnprocessableError',
    'UntrackableBatchError',
    'WaitTimeoutError',
    'idempotencyKey',
    'isApiError',
    'isClipwrightError',
    'isErrorNamed',
  ],
  webhooks: [
    'ConfigurationError',
    'WebhookDedupeError',
    'WebhookVerificationError',
    'createWebhookHandler',
    'eventIds',
    'isWebhookVerificationError',
    'memoryDedupe',
    'memoryEvents',
    'signWebhook',
    'toNodeListener',
    'verifyWebhook',
  ],
  'webhooks/redis': ['redisDedupe', 'redisEvents'],
  'webhooks/sql': ['sqlInbox'],
  captions: ['InvalidCaptionError', 'toSrt', 'toWebVtt'],
  node: ['DownloadError', 'download'],
  mock: ['assumptions', 'createMock', 'openApiDocument'],
  'mock/remote': ['connectMock'],
  msw: ['mockHandlers'],
  vitest: ['mockMatchers', 'test'],
  jest: ['mockMatchers'],
  playwright: ['test'],
};

/** The console's files, which the mock loads when the console is first opened. */
const consoleFiles = { esm: './console/files.js', cjs: './console/files.js', node: '../console/files.js' };

describe.each(['esm', 'node', 'cjs'] as const)('in the %s build,', (format) => {
  test('the client does not bundle code of the mock, msw or tests', () => {
    const { sources, packages, externals, lazyExternals } = bundleOf('index', format);

    expect(sources.filter((source) => !source.startsWith('src/'))).toEqual(['package.json']);
    expect(packages).toEqual(format === 'esm' ? [] : ['ky', 'zod']);
    expect(externals).toEqual(format === 'esm' ? ['ky', 'zod/mini'] : []);
    expect(lazyExternals).toEqual([]);
  });

  test.each([
    ['webhooks', /^src\/(webhooks\/|core\/.*error|core\/(async\/call-safely|options\/(checks|nearest))\.ts$)/],
    [
      'webhooks/redis',
      /^src\/(webhooks\/|core\/.*error|core\/(async\/(call-safely|cancellation)|options\/(checks|nearest))\.ts$)/,
    ],
    ['webhooks/sql', /^src\/(webhooks\/|core\/.*error|core\/options\/(checks|nearest)\.ts$)/],
    ['captions', /^src\/(captions\/|core\/.*error)/],
  ])('%s imports neither packages nor the transport', (entry, allowed) => {
    const { sources, packages, externals, lazyExternals } = bundleOf(entry, format);

    expect(sources).toContain(entry.includes('/') ? `src/${entry}.ts` : `src/${entry}/index.ts`);
    expect(sources.filter((source) => !allowed.test(source))).toEqual([]);
    expect([packages, externals, lazyExternals]).toEqual([[], [], []]);
  });

  test('the node entry imports modules of Node.js, but neither packages nor the transport', () => {
    const { sources, packages, externals, lazyExternals } = bundleOf('node', format);

    const allowed =
      /^src\/(node|contract\/issue|core\/(errors|options|redaction|async\/cancellation|call\/(backoff|retry)))\b/;
    expect(sources).toContain('src/node/download.ts');
    expect(sources.filter((source) => !allowed.test(source))).toEqual([]);
    expect(externals).toEqual(['node:crypto', 'node:fs/promises', 'node:path', 'node:util']);
    expect([packages, lazyExternals]).toEqual([[], []]);
  });

  test('the mock does not import Node.js modules, so browsers can load it', () => {
    const { externals, lazyExternals } = bundleOf('mock', format);

    expect(externals).toEqual(format === 'esm' ? ['zod/mini'] : []);
    expect(lazyExternals).toEqual([consoleFiles[format]]);
  });

  test('no entry bundles the console, whose files are loaded when it is served', () => {
    const bundles = entries.map((entry) => bundleOf(entry, format));
    const carried = bundles.flatMap(({ sources }) => sources.filter((source) => source.startsWith('mock/console/')));

    expect(new Set(carried)).toEqual(new Set(['mock/console/serve/serve.ts']));
    expect(bundles.flatMap(({ packages }) => packages.filter((name) => /preact/.test(name)))).toEqual([]);
    expect(bundles.flatMap(({ externals }) => externals)).not.toContain(consoleFiles[format]);
  });

  test('the mock bundles the development dependencies that it needs, but not ky', () => {
    const { packages } = bundleOf('mock', format);

    expect(packages).toEqual(expect.arrayContaining(['fast-png', 'fflate', 'media-captions']));
    expect(packages).not.toContain('ky');
  });

  test('the remote mock bundles neither the mock nor zod', () => {
    const { sources, packages, externals, lazyExternals } = bundleOf('mock/remote', format);

    expect(sources).toContain('mock/remote/remote-mock.ts');
    const foreign = /services|openapi|mock\/mock\.ts|control\/(?!routes)/;
    expect(sources.filter((source) => foreign.test(source))).toEqual([]);
    // The remote mock bundles only the list of HTTP methods, not the endpoints and schemas.
    expect(sources.filter((source) => source.startsWith('src/contract'))).toEqual(['src/contract/endpoint.ts']);
    expect([packages, externals, lazyExternals]).toEqual([['uuid'], [], []]);
  });

  test('msw is only imported by the msw entry, which does not bundle it', () => {
    expect(bundleOf('msw', format).packages).not.toContain('msw');
    expect(bundleOf('msw', format).externals).toContain('msw');
    const others = entries.filter((entry) => entry !== 'msw' && bundleOf(entry, format).externals.includes('msw'));
    expect(others).toEqual([]);
  });

  test.each(['vitest', 'jest'])('the matchers for %s bundle neither the mock’s services nor a test runner', (entry) => {
    const { sources, packages, externals, lazyExternals } = bundleOf(entry, format);

    expect(sources).toContain('mock/matchers/matchers.ts');
    expect(sources.filter(isForeignToTests)).toEqual([]);
    expect(packages).toEqual([]);
    // Only the ESM builds of the vitest entry have fixtures, because `require` cannot load vitest.
    const ofFixtures = entry === 'vitest' && format !== 'cjs';
    expect(externals).toEqual(ofFixtures ? ['vitest'] : []);
    expect(lazyExternals).toEqual(ofFixtures ? ['clipwright', 'clipwright/mock'] : []);
  });

  test('the Playwright fixtures import the mock and do not bundle it', () => {
    const { sources, packages, externals, lazyExternals, exports } = bundleOf('playwright', format);

    expect(sources).toContain('mock/test-runners/playwright.ts');
    expect(sources.filter(isForeignToTests)).toEqual([]);
    expect(externals).toEqual(['@playwright/test', 'clipwright/mock', 'clipwright/mock/remote']);
    expect([packages, lazyExternals]).toEqual([[], []]);
    expect(exports).toEqual(publicNames.playwright);
  });

  test('every imported package is a declared dependency', () => {
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    const paths = entries.flatMap((entry) => bundleOf(entry, format).externals);
    const packages = paths.filter((path) => !path.startsWith('node:'));
    const imported = packages
      .map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0])
      .filter((name) => name !== manifest.name);

    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !declared.includes(String(name)))).toEqual([]);
  });

  const load = async (entry: string): Promise<Readonly<Record<string, unknown>>> => {
    const { file } = bundleOf(entry, format);
    return format === 'cjs' ? createRequire(import.meta.url)(file) : await import(file);
  };

  // Playwright takes longer to load than all other entries together, so `check:playwright` checks it instead.
  test.each(entries.filter((entry) => entry !== 'playwright'))('%s exports exactly the public names', async (entry) => {
    expect(Object.keys(await load(entry)).sort()).toEqual(publicNames[entry]);
  });

  test('the mock loads media libraries when it writes the first media file', () => {
    const { packages, eagerPackages } = bundleOf('mock', format);

    expect(packages).toEqual(expect.arrayContaining(['fast-png', 'fflate']));
    expect(eagerPackages).toEqual(['media-captions', 'tinyqueue', 'uuid', ...(format === 'esm' ? [] : ['zod'])]);
  });

  test('the mock can read captions if there is a document but no VTTCue, as in jsdom', async () => {
    const { file } = bundleOf('mock', format);
    const program = `
      globalThis.document = {};
      globalThis.window = globalThis;
      const { createMock } = await import(${JSON.stringify(file)});
      const mock = createMock();
      const { id } = await mock.seed.project({ name: 'Talk', captions: 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\nGood day\\n' });
      const headers = { authorization: 'Bearer test' };
      const response = await mock.fetch(mock.baseUrl + '/projects/' + id + '/captions', { headers });
      console.log((await response.json()).captions[0].text);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);

    expect(stdout).toBe('Good day\n');
  });

  test('ConfigurationError is the same class in all entries', async () => {
    const [main, webhooks, redis] = [await load('index'), await load('webhooks'), await load('webhooks/redis')];

    expect(webhooks.ConfigurationError).toBe(main.ConfigurationError);
    for (const create of [main.Clipwright, webhooks.memoryDedupe, redis.redisDedupe]) {
      // Cast: each is a function or a class.
      const misuse = () => Reflect.construct(create as typeof Object, [{ unknown: 1 }]);
      expect(misuse).toThrow(webhooks.ConfigurationError as ErrorConstructor);
    }
  });
});

// The CommonJS transform can mistake `this.#name = value` for an assignment to an export `name` of the same chunk.
test('private fields do not overwrite CommonJS exports of the same name', () => {
  const folder = dirname(bundleOf('mock', 'cjs').file);
  const chunks = readdirSync(folder).filter((file) => file.endsWith('.cjs'));
  const overwriting = /#[\w$]+\s*=\s*exports\.\w+/g;

  expect(chunks.length).toBeGreaterThan(0);
  expect(chunks.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(overwriting) ?? [])).toEqual([]);
});

function isForeignToTests(source: string): boolean {
  return /services|openapi|mock\.ts|^src\/(?!core\/.*error|core\/options\/(checks|nearest)\.ts$)/.test(source);
}

test('the CLI bundles everything that it needs, so that it starts without resolving packages', () => {
  const { packages, externals, lazyExternals } = bundleOf('cli', 'node');

  expect(packages).toContain('zod');
  expect(externals.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(lazyExternals.filter((name) => !name.startsWith('node:'))).toEqual([consoleFiles.node]);
});

test('the package exports every entry in both formats with types', () => {
  const paths = entries.map((entry) => (entry === 'index' ? '.' : `./${entry}`));

  expect(Object.keys(manifest.exports)).toEqual([
    ...paths,
    './openapi.json',
    './control.openapi.json',
    './package.json',
  ]);
  const offered = Object.entries(manifest.exports).filter(([, target]) => typeof target === 'object');
  expect(offered).toEqual(
    entries.map((entry, index) => [
      paths[index],
      {
        import: {
          types: `./dist/${entry}.d.ts`,
          // Bundlers take `module`, even for Node. The files in `dist/node` contain ky and zod, and a bundle should use
          // those that the program has installed.
          module: `./dist/${entry}.js`,
          node: `./dist/node/${entry}.js`,
          default: `./dist/${entry}.js`,
        },
        require: { types: `./dist/${entry}.d.cts`, default: `./dist/${entry}.cjs` },
      },
    ]),
  );
});

test('ky and zod are the only dependencies', () => {
  expect(Object.keys(manifest.dependencies)).toEqual(['ky', 'zod']);
  const optional = {
    '@playwright/test': { optional: true },
    ioredis: { optional: true },
    msw: { optional: true },
    redis: { optional: true },
    vitest: { optional: true },
  };
  expect(manifest.peerDependenciesMeta).toEqual(optional);
  expect(Object.keys(manifest.peerDependencies)).toEqual(Object.keys(optional));
});
