import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { codeBlocks, typeErrors } from './support/programs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// Inside the repository, where packages are found, and where git does not look.
mkdirSync(join(root, 'examples/output'), { recursive: true });
const folder = mkdtempSync(join(root, 'examples/output/doc-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the examples do not declare themselves. */
const globals = `
import * as root from 'clipwright';
import * as mocks from 'clipwright/mock';
import * as matchers from 'clipwright/vitest';
import * as webhooks from 'clipwright/webhooks';
import * as vitest from 'vitest';
declare global {
  const client: root.Clipwright;
  const mock: mocks.Mock;
  const batch: root.ClipBatch;
  const job: root.Job;
  const error: unknown;
  const controller: AbortController;
  const headers: Headers;
  const body: string, secret: string, projectId: string, jobId: string, itemId: string, musicId: string;
  const wordId: string, firstId: string, secondId: string, profileId: string, logoUrl: string;
  const { Clipwright, isApiError, isErrorNamed }: typeof root;
  const { createMock }: typeof mocks;
  const { mockMatchers }: typeof matchers;
  const { isWebhookVerificationError, verifyWebhook }: typeof webhooks;
  const { expect }: typeof vitest;
}
`;

test('the examples of the doc comments have no type error', { timeout: 60_000 }, () => {
  const examples = globSync('{src,mock}/**/*.ts', { cwd: root }).flatMap((file) =>
    docExamples(readFileSync(join(root, file), 'utf8')).map((code, index) => ({
      name: `${file.replaceAll('/', '-').replace(/\.ts$/, '')}-${index + 1}.ts`,
      code,
    })),
  );
  expect(examples.length).toBeGreaterThan(40);
  writeFileSync(join(folder, 'globals.ts'), globals);
  for (const { name, code } of examples) writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  const files = ['globals.ts', ...examples.map(({ name }) => name)].map((name) => join(folder, name));
  // An example may show a value that it does not use.
  expect(typeErrors(files, { noUnusedLocals: false })).toEqual([]);
});

function docExamples(source: string): string[] {
  const comments = source.match(/^ *\/\*\*.*?\*\//gms) ?? [];
  return (
    comments
      .filter((comment) => comment.includes('@example'))
      .flatMap((comment) => codeBlocks(comment.replaceAll(/^ *\* ?/gm, '')))
      // Jest is no dependency; this is its `expect`.
      .map(({ code }) => code.replace("'@jest/globals'", "'expect'"))
  );
}
