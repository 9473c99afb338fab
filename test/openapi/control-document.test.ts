import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import { controlDocument } from '../../mock/control/document.ts';
import { controlTable } from '../../mock/control/table.ts';

const document = controlDocument('http://127.0.0.1:4010/_mock', controlTable);
const rows = Object.values(controlTable);

test('docs/control.openapi.json equals the current document; `npm run generate` writes it', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/control.openapi.json');
});

test('a mock returns the document with its own URL as the server', async () => {
  const mock = createMock();
  const response = await mock.fetch('http://127.0.0.1:4010/_mock/openapi.json');

  expect(await response.json()).toEqual(document);
});

test('every route has an operation with a unique name and a described tag', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const tags = new Set(document.tags.map(({ name }) => name));

  expect(operations.map(({ name }) => name).sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(rows.length);
  expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([]);
});

test('every reference resolves, and every schema is referenced', () => {
  const text = JSON.stringify(document);
  const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));

  expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

test('the document lists the event types that can be emitted, and the three kinds of faults', () => {
  expect(document.components.schemas.EmitParams?.properties?.type).toMatchObject({
    enum: expect.arrayContaining(['export.ready']),
  });
  expect(document.components.schemas.FaultParams?.anyOf).toHaveLength(3);
});
