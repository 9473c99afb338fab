import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlModelNames } from '../../../mock/control/document.ts';
import { modelNames } from '../../../mock/openapi/models.ts';
import { root } from '../support/compiler.ts';
import { readDocComments } from '../support/doc-comments.ts';

const contract = filesOf('src/contract/*.ts');

test('the checked-in doc comments match the contract: `npm run generate` writes them', async () => {
  const docs = readDocComments(contract, new Set(modelNames().values()));

  await expect(`${JSON.stringify(docs, null, 2)}\n`).toMatchFileSnapshot('../../mock/openapi/doc-comments.json');
});

test('the checked-in doc comments of the control API match its models: `npm run generate` writes them', async () => {
  const folders = [
    'control',
    'control/models',
    'deliveries',
    'faults',
    'jobs',
    'records',
    'services',
    'state',
    'stream',
    'time',
  ];
  const files = [...folders.flatMap((folder) => filesOf(`mock/${folder}/*.ts`)), ...contract];
  const names = new Set(controlModelNames.values());
  const docs = readDocComments(files, names);

  expect([...names].filter((name) => !docs[name]?.description)).toEqual([]);
  await expect(`${JSON.stringify(docs, null, 2)}\n`).toMatchFileSnapshot('../../mock/control/doc-comments.json');
});

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).sort();
}
