import { Clipwright } from 'clipwright';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../mock/openapi/document.ts';
import type { OpenApiParameter } from '../../mock/openapi/openapi.ts';
import { fieldsOf, operations, requestSchemas } from './reachable.ts';
import { specifiedFields } from './specified-fields.ts';

const MARK = 'Supported by the mock, not part of the specification.';

const document = openApiDocument();
const deliveries = Object.values(document.webhooks).flatMap((item) => Object.values(item));
const parameters = operations
  .flatMap(({ parameters = [] }) => parameters)
  .filter((parameter): parameter is OpenApiParameter => 'name' in parameter);

/** All fields of a request, including path and query parameters. */
const inputs = [
  ...fieldsOf(requestSchemas),
  ...parameters.map(({ name, description, schema }) => [name, { ...schema, description }] as const),
];

test('every operation and parameter has a description, and no description begins with the summary', () => {
  const undescribed = [...operations, ...deliveries].filter(
    ({ summary, description }) => description === '' || description.startsWith(summary),
  );

  expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
});

test('no text mentions a method of this package, because other clients do not have it', () => {
  const text = JSON.stringify(document);
  const methods = methodsOf(new Clipwright({ apiKey: 'test', baseUrl: 'https://api.clipwright.test/api/v1' }));

  expect(methods).toEqual(expect.arrayContaining(['clips.wait', 'jobs.wait', 'captions.words.list', 'follow']));
  expect(methods.filter((name) => text.includes(`client.${name}`))).toEqual([]);
  expect(methods.filter((name) => name.includes('.') && text.includes(name))).toEqual([]);
});

test.each([
  ['minLength', 'at least one character'],
  ['integer', 'whole number'],
])('the description of a request field with the limit %s states this limit', (limit, words) => {
  const limited = inputs.filter(([, schema]) => new RegExp(`"${limit}"`).test(JSON.stringify(schema)));

  expect(limited.length).toBeGreaterThan(1);
  expect(limited.filter(([, { description }]) => !description?.toLowerCase().includes(words))).toEqual([]);
  expect(document.info.description).toContain(words);
});

test('the description of a request field says whether the specification lacks the field', () => {
  const paths = fieldsOf(requestSchemas);
  const marked = paths.filter(([, { description }]) => description?.endsWith(MARK)).map(([path]) => path);
  const specified = Object.entries(specifiedFields).flatMap(([model, names]) =>
    names.map((name) => `${model}.${name}`),
  );

  expect(marked.length).toBeGreaterThan(10);
  expect([...marked, ...specified].sort()).toEqual(paths.map(([path]) => path).sort());
});

/** The path of each method of the client and its resources, such as `captions.words.list`. */
function methodsOf(client: object, path = ''): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter((name) => name !== 'constructor');
  const nested = Object.entries(client).filter(([, value]) => typeof value === 'object' && value !== null);
  return [
    ...own.map((name) => `${path}${name}`),
    ...nested.flatMap(([name, value]) => methodsOf(value, `${path}${name}.`)),
  ];
}
