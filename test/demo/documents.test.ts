import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { callFaultKindNames, eventFaultKindNames } from '../../mock/faults/fault-kinds.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = [...globSync('{*.md,docs/*.md,docs/{decisions,guides,skills/*}/*.md}', { cwd: root })]
  .filter((file) => file !== 'THIRD-PARTY-NOTICES.md')
  .map((file) => ({ file, text: read(file) }));

test('every file that a document links to exists', () => {
  const links = documents.flatMap(({ file, text }) =>
    matches(text, /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g).map((to) => ({ file, to })),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ file, to }) => !existsSync(join(root, dirname(file), to)))).toEqual([]);
});

test('every source file that a document mentions exists', () => {
  const named = documents.flatMap(({ file, text }) =>
    // skills.test.ts tests the packaged files that the skills name.
    matches(text, /`(?!node_modules\/)([\w./-]+\/[\w.-]+\.ts)`/g).map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(15);
  // A path in a text about `src/` or `mock/` can omit this folder.
  expect(
    named.filter(({ path }) => !['.', 'src', 'mock'].some((folder) => existsSync(join(root, folder, path)))),
  ).toEqual([]);
});

test('programs and texts only use the documented environment variables', () => {
  const files = globSync(
    '{README.md,SECURITY.md,docs/{*,{decisions,guides,site,skills/*}/*}.md,{examples,mock,src}/**/*.ts}',
    { cwd: root },
  );
  const variable = /\benv\.([A-Z]\w+)|\b([A-Z]+(?:_[A-Z]+)*_(?:API_KEY|BASE_URL|SECRET))\b/g;
  const named = files
    .filter((file) => !file.startsWith('examples/output/'))
    .flatMap((file) => [...read(file).matchAll(variable)].map(([, read, name = read]) => ({ file, name })));
  expect(named.length).toBeGreaterThan(30);
  const known = ['CLIPWRIGHT_API_KEY', 'CLIPWRIGHT_BASE_URL', 'CLIPWRIGHT_WEBHOOK_SECRET'];
  const ofExamples = ['DATABASE_URL', 'LOCK_MS', 'SAFETY_SECONDS', 'STEP_SECONDS'];
  const ofOthers = [
    'CHROMIUM_PATH',
    'KEY_FROM_COOKIE',
    'PATH',
    'PORT',
    'PROJECT_ID',
    'REDIS_URL',
    'TERM',
    ...ofExamples,
  ];
  expect(named.filter(({ name = '' }) => ![...known, ...ofOthers].includes(name))).toEqual([]);
});

test('the README, the landing page and the image of facts name the measured size of the client', () => {
  const [, size = 'none'] = /^\| clipwright: the client \| ([\d.]+) \|/m.exec(read('docs/performance.md')) ?? [];
  for (const file of ['README.md', 'docs/images/facts.svg', 'docs/site/landing.md']) {
    expect(read(file)).toContain(`${size} KB`);
  }
});

test('every npm script that a document mentions exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = documents.flatMap(({ text }) => matches(text, /npm run ([\w:-]+)/g));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
});

test('the idempotency guide explains what a retry does for every write without a key, except DELETE', () => {
  const [, section = ''] = read('docs/guides/idempotency.md').split('## Calls without a key');
  const missing = Object.entries<Endpoint>(endpoints)
    // A repeated DELETE deletes nothing more.
    .filter(([, { method, idempotent }]) => method !== 'GET' && method !== 'DELETE' && !idempotent)
    .filter(([name]) => ![name, methodOf(name)].some((text) => section.includes(`\`${text}\``)));
  expect(missing.map(([name]) => `docs/guides/idempotency.md lacks ${name} under "Calls without a key"`)).toEqual([]);
});

test.each([
  ['docs/guides/simulating-failures.md', callFaultKindNames],
  ['docs/guides/webhooks-in-tests.md', eventFaultKindNames],
])('%s lists every kind of fault in its table', (file, kinds) => {
  const text = read(file);
  const missing = kinds.filter((kind) => !text.includes(`| \`${kind}: `));
  expect(missing.map((kind) => `${file} lacks a row for the fault \`${kind}\``)).toEqual([]);
});

test('test/mock/event-faults.test.ts tests every kind of event fault', () => {
  const text = read('test/mock/event-faults.test.ts');
  const missing = eventFaultKindNames.filter((kind) => !text.includes(` ${kind}: `));
  expect(missing.map((kind) => `test/mock/event-faults.test.ts has no test of the fault \`${kind}\``)).toEqual([]);
});

/** The last part of a name, such as `list` in `captions.words.list`. */
function methodOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
