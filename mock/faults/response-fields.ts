import { type core, toJSONSchema } from 'zod/mini';
import { type ApiName, api } from '../api/table.ts';

type Schema = core.JSONSchema._JSONSchema;

/** The fields that an endpoint's response can have. */
export interface ResponseFields {
  /** Their paths, with `[0]` for any index in an array. */
  readonly paths: readonly string[];
  /** The paths of objects that can have any fields. */
  readonly openPaths: readonly string[];
}

export function responseFields(endpoint: ApiName): ResponseFields {
  const found = { paths: [], openPaths: [] };
  collect(toJSONSchema(api[endpoint].response), '', found);
  return found;
}

function collect(schema: Schema, path: string, found: { paths: string[]; openPaths: string[] }): void {
  if (typeof schema === 'boolean') return;
  for (const choice of schema.anyOf ?? []) collect(choice, path, found);
  if (schema.items && !Array.isArray(schema.items)) collect(schema.items, `${path}[0]`, found);
  if (schema.type === 'object' && !schema.properties) found.openPaths.push(path);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    found.paths.push(fieldPath);
    collect(inner, fieldPath, found);
  }
}
