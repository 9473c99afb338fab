import { expect, test } from 'vitest';
import { openApiDocument } from '../../mock/openapi/document.ts';
import { requestSchemas as requests, responseSchemas as responses } from './reachable.ts';

const { components } = openApiDocument();

const containers = [
  'asset',
  'batch',
  'captions',
  'clips',
  'items',
  'jobs',
  'pagination',
  'segments',
  'updates',
  'words',
];

/** The fields without which an object would be useless. */
const essentialFields = ['text', 'type', 'word'];

/** The required fields of objects without an identifier of their own. */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  CaptionsPagination: ['total', 'offset', 'limit', 'has_more'],
  NextAction: ['method', 'path'],
  ProviderRequest: ['provider', 'external_id'],
  UnmatchedPhraseReplacement: ['from_words', 'to_words'],
  WordsPagination: ['total', 'offset', 'limit', 'hasMore'],
};

test('a response only requires identifiers, its status, and essential fields', () => {
  const known = [...containers, ...essentialFields];
  const isSure = (field: string) => /^(id|\w+(_id|Id)|status)$/.test(field) || known.includes(field);
  const others = [...responses]
    .map((name) => [name, components.schemas[name]?.required ?? []] as const)
    .filter(([name, required]) => !required.every((field) => requiredFields[name]?.includes(field) ?? isSure(field)));

  expect(responses.size).toBeGreaterThan(40);
  expect(others).toEqual([]);
});

test('a response can have null in every field that is not required', () => {
  const fields = [...responses].flatMap((name) => {
    const { properties = {}, required = [] } = components.schemas[name] ?? {};
    return Object.entries(properties)
      .filter(([field, schema]) => !required.includes(field) && !/"null"/.test(JSON.stringify(schema)))
      .map(([field]) => `${name}.${field}`);
  });

  // The specification does not show the type of this field, so its schema accepts any value.
  expect(fields).toEqual(['ClipBatch.activity']);
});

test('an enumeration accepts any string in a response, and any non-empty string in a request', () => {
  const open = (names: Iterable<string>) =>
    [...names].flatMap(
      (name) => JSON.stringify(components.schemas[name]).match(/"enum":[^{]*{"type":"string"[^}]*}/g) ?? [],
    );

  expect(open(responses).filter((schema) => schema.includes('minLength'))).toEqual([]);
  expect(open(requests).filter((schema) => !schema.includes('"minLength":1'))).toEqual([]);
  expect(open(responses).length).toBeGreaterThan(10);
  expect(open(requests).length).toBeGreaterThan(5);
});
