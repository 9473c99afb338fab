import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { contractModels } from '../../mock/openapi/contract-models.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LIST = 'contractModels in mock/openapi/contract-models.ts';

interface Exported {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

test('every model that the contract exports is listed', async () => {
  // The building blocks of models, and what the client requires in every validation mode.
  const others = ['model.ts', 'required.ts'];
  const files = globSync('src/contract/*.ts', { cwd: root }).filter((file) => !others.includes(basename(file)));
  const models = (await Promise.all(files.map(exportsOf))).flat().filter(({ value }) => isSchema(value));
  const missing = models.filter(({ name, value }) => contractModels[name] !== value);

  expect(models.length).toBeGreaterThan(60);
  expect(missing.map(({ file, name }) => `${file} exports ${name}: add it to ${LIST}`)).toEqual([]);
});

test('every model that a row uses is listed', () => {
  const listed = new Set<unknown>(Object.values(contractModels));
  const missing = Object.entries<Endpoint>(endpoints).flatMap(([name, row]) =>
    (['query', 'body', 'response'] as const)
      .filter((part) => row[part] !== undefined && !listed.has(row[part]))
      .map((part) => `the ${part} of ${name}: export its model from src/contract/ and add it to ${LIST}`),
  );

  expect(missing).toEqual([]);
});

async function exportsOf(file: string): Promise<Exported[]> {
  const module: Record<string, unknown> = await import(root + file);
  return Object.entries(module).map(([name, value]) => ({ file, name, value }));
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
