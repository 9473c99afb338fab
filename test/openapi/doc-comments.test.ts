import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { modelNames } from '../../mock/openapi/models.ts';
import { readDocComments } from './doc-comments.ts';

const contract = globSync(fileURLToPath(new URL('../../src/contract/*.ts', import.meta.url))).sort();

test('the checked-in doc comments are the contract’s; `npm run openapi` writes them', async () => {
  const docs = readDocComments(contract, new Set(modelNames().values()));

  await expect(`${JSON.stringify(docs, null, 2)}\n`).toMatchFileSnapshot('../../mock/openapi/doc-comments.json');
});
