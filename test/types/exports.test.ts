import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Contract types that describe endpoints and validation, not requests or responses. */
const internal = [
  'Endpoint',
  'EndpointInput',
  'PagedEndpointName',
  'PageItem',
  'EndpointName',
  'EndpointResult',
  'Endpoints',
  'InputOf',
  'IssueWithValue',
  'PageFields',
  'PageReader',
  'ResultOf',
  'Shape',
];

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every contract type and every resource class is exported from src/index.ts', () => {
  const types = globSync('src/{contract,resources}/*.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name = '']) => ({ file, name })),
  );
  const exported = new Set(read('src/index.ts').match(/\w+/g));
  const missing = types.filter(({ name }) => !exported.has(name) && !internal.includes(name));

  expect(types.length).toBeGreaterThan(90);
  expect(
    missing.map(
      ({ file, name }) =>
        `${name} of ${file}: export it from src/index.ts, or list it as internal in test/types/exports.test.ts`,
    ),
  ).toEqual([]);
});

test('every method of the client has an example', () => {
  const methods = globSync('src/{client,resources/*}.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {2}(\w+)(?:<.*>)?\(/gm)]
      .filter(([, , name]) => name !== 'constructor')
      .map(([, docs = '', name]) => ({ name: `${name} of ${file}`, docs })),
  );

  expect(methods.length).toBeGreaterThan(25);
  expect(methods.filter(({ docs }) => !docs.includes('@example')).map(({ name }) => name)).toEqual([]);
});

function read(file: string): string {
  return readFileSync(root + file, 'utf8');
}
