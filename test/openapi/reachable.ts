import { openApiDocument } from '../../mock/openapi/document.ts';
import type { JsonSchema, OpenApiOperation } from '../../mock/openapi/openapi.ts';

const { paths, components } = openApiDocument();

/** The operations of the API, without the webhooks. */
export const operations: readonly OpenApiOperation[] = Object.values(paths).flatMap((item) => Object.values(item));

/** The names of the schemas that successful responses refer to, directly or through other schemas. */
export const responseSchemas: ReadonlySet<string> = schemasOf(operations.map(successes));

/** The names of the schemas that request bodies refer to, directly or through other schemas. */
export const requestSchemas: ReadonlySet<string> = schemasOf(operations.map(({ requestBody }) => requestBody));

/** The fields of schemas with their paths, such as `Job.status`. */
export function fieldsOf(names: Iterable<string>): [path: string, schema: JsonSchema][] {
  return [...names].flatMap((name) =>
    // Cast: JSON Schema also allows booleans as schemas, but the contract does not use them.
    Object.entries(components.schemas[name]?.properties ?? {}).map(([field, schema]): [string, JsonSchema] => [
      `${name}.${field}`,
      schema as JsonSchema,
    ]),
  );
}

function successes({ responses }: OpenApiOperation): unknown {
  return Object.entries(responses).filter(([status]) => status < '300');
}

function schemasOf(part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasOf(components.schemas[name], found);
  }
  return found;
}
