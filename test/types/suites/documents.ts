import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathParameters } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { codeBlocks, programs } from '../../demo/support/programs.ts';
import { isUnused, root, typeErrors } from '../support/compiler.ts';

test('the programs in the README, the guides and the skills have no type errors', () => {
  expect(typeErrors(programs)).toEqual([]);
});

const parameters = new Set(Object.values(endpoints).flatMap(({ path }) => pathParameters(path)));

/** The names that examples in doc comments use without declaring them: values, and the parameters of all paths. */
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
  const clip: root.Clip;
  const job: root.Job;
  const error: unknown;
  const controller: AbortController;
  const headers: Headers;
  const body: string, secret: string, jobId: string, itemId: string, musicId: string;
  const wordId: string, firstId: string, secondId: string, profileId: string, logoUrl: string;
  const ${[...parameters].map((name) => `${name}: string`).join(', ')};
  const { Clipwright, isApiError, isErrorNamed }: typeof root;
  const { createMock }: typeof mocks;
  const { mockMatchers }: typeof matchers;
  const { isWebhookVerificationError, verifyWebhook }: typeof webhooks;
  const { expect }: typeof vitest;
}
`;

test('the examples in doc comments have no type errors', () => {
  const examples = globSync('{src,mock}/**/*.ts', { cwd: root }).flatMap((file) =>
    docExamples(readFileSync(join(root, file), 'utf8')).map((code, index) => [
      `doc-${file.replaceAll('/', '-').replace(/\.ts$/, '')}-${index + 1}.ts`,
      `${code}\nexport {};\n`,
    ]),
  );
  expect(examples.length).toBeGreaterThan(40);
  const files = Object.fromEntries([['doc-globals.ts', globals], ...examples]);
  // An example can show a value without using it.
  expect(typeErrors(files, isUnused)).toEqual([]);
});

function docExamples(source: string): string[] {
  const comments = source.match(/^ *\/\*\*.*?\*\//gms) ?? [];
  return (
    comments
      .filter((comment) => comment.includes('@example'))
      .flatMap((comment) => codeBlocks(comment.replaceAll(/^ *\* ?/gm, '')))
      // Jest is not a dependency, but its `expect` package is.
      .map(({ code }) => code.replace("'@jest/globals'", "'expect'"))
  );
}
