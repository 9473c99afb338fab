import type { Mock } from 'clipwright/mock';
import type { ZodMiniType } from 'zod/mini';
import { type ApiName, api } from '../../mock/http/api.ts';
import { problemBody } from '../../src/contract/problem.ts';
import { nullableErrorFields, nullableFields } from './nullable-fields.ts';
import { definitionOf } from './schema.ts';

/** Returns the missing keys, added keys and unlisted nulls of an endpoint's response. */
export function inexactness(name: ApiName, body: unknown): string[] {
  return differences(api[name].response, body, {}, nullableFields[name] ?? []).map((text) => `${name}: ${text}`);
}

/** Like {@link inexactness}, for an error of any endpoint. */
export function errorInexactness(body: unknown): string[] {
  return differences(problemBody, body, {}, nullableErrorFields).map((text) => `an error: ${text}`);
}

/** @throws Error that names every difference between the response and the endpoint's schema. */
export function requireExact(name: ApiName | null, status: number, body: unknown): void {
  const problems = status < 300 && name !== null ? inexactness(name, body) : errorInexactness(body);
  if (problems.length > 0) throw new Error(`A response with status ${status} is not exact:\n${problems.join('\n')}`);
}

/** Returns a `fetch` that rejects if the mock's response does not match the endpoint's schema exactly. */
export function exactFetch(fetch: typeof globalThis.fetch, mock: Mock): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const id = response.headers.get('x-request-id');
    const request = (await mock.requests).findLast((record) => record.id === id);
    // A fault can replace the response body with any other body.
    if (request && request.method !== 'HEAD' && request.fault === null)
      requireExact(request.endpoint, response.status, await response.clone().json());
    return response;
  };
}

/** The position of a value in a body. A path is only built for nulls and differences, because a body can have a million values. */
interface Place {
  readonly parent?: Place;
  readonly key?: string | number;
}

function differences(schema: ZodMiniType, value: unknown, at: Place, nullable: readonly string[]): string[] {
  if (value === null) return nullable.includes(pathOf(at).replace(/\[\d+\]/g, '[]')) ? [] : [unlisted(pathOf(at))];
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'optional':
    case 'nullable':
      return value === undefined
        ? [`${pathOf(at)} is missing`]
        : differences(definition.innerType, value, at, nullable);
    case 'array':
      if (!Array.isArray(value)) return [`${pathOf(at)} is not a list`];
      return value.flatMap((entry, key) => differences(definition.element, entry, { parent: at, key }, nullable));
    case 'object':
      return objectDifferences(definition.shape, value, at, nullable);
    default:
      return schema.safeParse(value).success ? [] : [`${pathOf(at)} is ${JSON.stringify(value)}`];
  }
}

function pathOf({ parent, key }: Place): string {
  if (parent === undefined) return '';
  const path = pathOf(parent);
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? `${key}` : `${path}.${key}`;
}

function unlisted(path: string): string {
  return `${path} is null; where that is right, list the path in test/support/nullable-fields.ts`;
}

function objectDifferences(
  shape: Readonly<Record<string, ZodMiniType>>,
  value: unknown,
  parent: Place,
  nullable: readonly string[],
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${pathOf(parent)} is not an object`];
  const added = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
  const inside = Object.entries(shape).flatMap(([key, schema]) => {
    const at = { parent, key };
    if (!Object.hasOwn(value, key)) return [`${pathOf(at)} is missing`];
    return differences(schema, value[key as keyof typeof value], at, nullable);
  });
  return [...added.map((key) => `${pathOf({ parent, key })} is added`), ...inside];
}
