import type { core } from 'zod/mini';
import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import { type ApiName, api, apiNames } from './api.ts';

/** The fields that a value may have, by name; of an array, in its only item, those of each item; true for any. */
export type FieldTree = true | readonly [FieldTree] | { readonly [name: string]: FieldTree };

const known = new WeakMap<core.$ZodType, FieldTree>();

/** The fields that a schema has, at any depth. */
export function fieldTree(schema: core.$ZodType): FieldTree {
  const tree = known.get(schema) ?? makeTree(schema);
  known.set(schema, tree);
  return tree;
}

/** The path parameters, query and body fields of an endpoint in one object. */
function inputTree({ path, query, body }: Pick<Endpoint, 'path' | 'query' | 'body'>): FieldTree {
  const trees = [query, body].map((schema) => (schema ? fieldTree(schema) : {}));
  if (trees.includes(true)) return true;
  return Object.assign(Object.fromEntries(pathParameters(path).map((name) => [name, true])), ...trees);
}

function makeTree(schema: core.$ZodType): FieldTree {
  // Cast: a definition says which schema it is.
  const { def } = (schema as core.$ZodTypes)._zod;
  if (def.type === 'optional') return fieldTree(def.innerType);
  if (def.type === 'array') return [fieldTree(def.element)];
  if (def.type !== 'object') return true;
  const fields = Object.entries(def.shape);
  // An object none of whose fields is specified can have any.
  if (fields.length === 0) return true;
  return Object.fromEntries(fields.map(([name, field]) => [name, fieldTree(field)]));
}

// Cast: `fromEntries` types the keys as strings.
/** The path parameters, query and body fields of each endpoint. */
export const inputFields = Object.fromEntries(apiNames.map((name) => [name, inputTree(api[name])])) as Readonly<
  Record<ApiName, FieldTree>
>;
