import { describe, expect, it } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { definitionOf } from '../support/schema.ts';
import { json, stubClient } from './support/stub.ts';

const extra = { deep: [null, { left: 'as given' }] };
const uuid = '9f3b0a52-6a4e-4c6e-9f53-0f4e3f0a1b2c';

/** A response with every field that the client reads from responses. */
const response = { batch: { batch_id: 'b1', status: 'queued', clips: [] }, jobs: [], captions: [], words: [] };

const rows = Object.entries<Endpoint>(endpoints);
const bodies = rows.flatMap(([name, row]) => (row.body ? [{ name, row, body: row.body }] : []));
const queries = rows.flatMap(([name, row]) => (row.query ? [{ name, row, query: row.query }] : []));

describe.each(bodies)('the body of $name', ({ name, row, body }) => {
  it('is sent unchanged with all fields at every level, including unknown ones', async () => {
    const given = filled(body, ({ required, optional }) => ({ ...required, ...optional, extra }));
    expect((await sentBy(name, row, given))?.body).toStrictEqual(given);
  });

  it.each([
    ['fields', isNoObject],
    ['fields and objects', () => true],
  ])('is sent without its undefined %s at every level', async (_, isUndefined) => {
    const kept = filled(body, ({ required, optional }) => ({ ...required, ...without(optional, isUndefined) }));
    const given = filled(body, ({ required, optional }) => {
      const blank = Object.fromEntries(Object.keys(optional).map((key) => [key, undefined]));
      return { ...required, ...blank, ...without(optional, isUndefined), extra: undefined };
    });
    expect((await sentBy(name, row, given))?.body).toStrictEqual(kept);
  });
});

describe.each(queries)('the query of $name', ({ name, row, query }) => {
  it('is sent unchanged with all parameters, including unknown ones', async () => {
    const known = Object.entries(Object(filled(query, ({ required, optional }) => ({ ...required, ...optional }))));
    const given = { ...Object.fromEntries(known), extra: ['a', 2, true, null] };
    expect(await parametersSentBy(name, row, given)).toEqual([
      ...known.map(([parameter, value]) => [parameter, String(value)]),
      ['extra', 'a'],
      ['extra', '2'],
      ['extra', 'true'],
    ]);
  });

  it('is sent without its undefined parameters', async () => {
    const required = Object(filled(query, (fields) => fields.required));
    const all = Object.keys(Object(filled(query, (fields) => ({ ...fields.optional, extra }))));
    const given = { ...Object.fromEntries(all.map((parameter) => [parameter, undefined])), ...required };
    expect(await parametersSentBy(name, row, given)).toEqual(
      Object.entries(required).map(([parameter, value]) => [parameter, String(value)]),
    );
  });
});

/** The fields of an object, with values that the object's schema accepts. */
interface Fields {
  readonly required: object;
  readonly optional: object;
}

/** Returns a value that the schema accepts, in which `write` creates each object from the object's fields. */
function filled(schema: ZodMiniType, write: (fields: Fields) => object): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
      return filled(definition.innerType, write);
    case 'array':
      return [filled(definition.element, write)];
    case 'object':
      return write(fieldsOf(definition.shape, write));
    case 'union':
      return filled(definition.options[0] ?? schema, write);
    case 'enum':
      return Object.values(definition.entries)[0];
    default:
      return [true, 1, uuid].find((value) => schema.safeParse(value).success);
  }
}

function fieldsOf(shape: Readonly<Record<string, ZodMiniType>>, write: (fields: Fields) => object): Fields {
  const required: Record<string, unknown> = {};
  const optional: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const fields = definitionOf(schema).type === 'optional' ? optional : required;
    fields[key] = filled(schema, write);
  }
  return { required, optional };
}

function isNoObject(value: unknown): boolean {
  return typeof value !== 'object';
}

function without(fields: object, isOmitted: (value: unknown) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isOmitted(value)));
}

async function parametersSentBy(name: string, row: Endpoint, query: unknown): Promise<[string, string][]> {
  return [...new URL((await sentBy(name, row, query))?.url ?? '').searchParams];
}

/** Returns the request that an endpoint's method sends for a body or a query. */
async function sentBy(name: string, { path }: Endpoint, input: unknown) {
  const { client, sent } = stubClient([json(response)]);
  const names = name.split('.');
  const resource = names.slice(0, -1).reduce<object>((part, key) => Reflect.get(part, key), client);
  await Reflect.apply(Reflect.get(resource, names.at(-1) ?? ''), resource, [...pathParameters(path), input]);
  return sent[0];
}
