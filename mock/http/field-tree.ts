import type { core } from 'zod/mini';
import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import { type ApiName, api, apiNames } from './api.ts';

/** The possible fields of a value, by name. `[tree]` is a list, with `tree` for each item. `true` allows any value. */
export type FieldTree = true | readonly [FieldTree] | { readonly [name: string]: FieldTree };

function inputTree({ path, query, body }: Pick<Endpoint, 'path' | 'query' | 'body'>): FieldTree {
  const trees = [query, body].map((schema) => (schema ? fieldTree(schema) : {}));
  if (trees.includes(true)) return true;
  return Object.assign(Object.fromEntries(pathParameters(path).map((name) => [name, true])), ...trees);
}

export function fieldTree(schema: core.$ZodType): FieldTree {
  // Cast: `def.type` tells which schema it is.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional') return fieldTree(def.innerType);
  if (def.type === 'array') return [fieldTree(def.element)];
  if (def.type !== 'object') return true;
  const fields = Object.entries(def.shape);
  // If the specification lists no fields of an object, the object may have any fields.
  if (fields.length === 0) return true;
  return Object.fromEntries(fields.map(([name, field]) => [name, fieldTree(field)]));
}

/** The path parameters, query and body fields of each endpoint. */
// Cast: the keys of `fromEntries` have the type `string`.
export const inputFields = Object.fromEntries(apiNames.map((name) => [name, inputTree(api[name])])) as Readonly<
  Record<ApiName, FieldTree>
>;
