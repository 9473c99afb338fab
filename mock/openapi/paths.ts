import type { ZodMiniType } from 'zod/mini';
import type { Row } from '../http/router.ts';
import { type Models, modelName } from './models.ts';
import type {
  JsonSchema,
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPathItem,
} from './openapi.ts';

export function describePaths<Name extends string, R extends Row>(
  rows: readonly (readonly [Name, R])[],
  describeOperation: (name: Name, row: R) => OpenApiOperation,
): OpenApiDocument['paths'] {
  const paths: Record<string, OpenApiPathItem> = {};
  for (const [name, row] of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(name, row) };
  }
  return paths;
}

/** Returns all models except queries, because a document describes the fields of a query as parameters. */
export function bodySchemas(
  models: Models,
  rows: readonly (readonly [name: string, row: { readonly query?: ZodMiniType }])[],
): OpenApiDocument['components']['schemas'] {
  const names = rows.flatMap(([, { query }]) => (query ? [modelName(query, models)] : []));
  return Object.fromEntries([...models.schemas].filter(([name]) => !names.includes(name)));
}

export function camelCase(name: string): string {
  return name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function queryParameters({ properties = {}, required = [] }: JsonSchema): OpenApiParameter[] {
  return Object.entries(properties).map(([name, property]) => {
    // Cast: JSON Schema also allows a boolean as a schema, but no query has one.
    const { description, ...schema } = property as JsonSchema;
    const doc = description === undefined ? {} : { description };
    return { name, in: 'query', required: required.includes(name), ...doc, schema };
  });
}

export function jsonContent(schema: OpenApiContent['application/json']['schema'], example?: unknown): OpenApiContent {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}
