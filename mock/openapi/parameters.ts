import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import type { OperationExample } from './examples.ts';
import { type Models, schemaOf } from './models.ts';
import type { JsonSchema, OpenApiParameter, OpenApiReference } from './openapi.ts';
import { reference } from './shared.ts';

/** What a row takes beside its body, in the order of path, query and headers. */
export function describeParameters(
  { path, query, idempotent }: Endpoint,
  models: Models,
  { parameters: examples }: OperationExample,
): (OpenApiParameter | OpenApiReference)[] {
  const own = [...pathParameters(path).map(pathParameter), ...(query ? queryParameters(schemaOf(query, models)) : [])];
  const withExamples = own.map((each) => ({ ...each, ...(each.name in examples && { example: examples[each.name] }) }));
  return [...withExamples, ...(idempotent ? [reference('parameters', 'IdempotencyKey')] : [])];
}

/** `{timelineItemId}`, the identifier of the timeline item. */
function pathParameter(name: string): OpenApiParameter {
  const noun = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const description = `The identifier of the ${noun}.`;
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** The fields of a query's model as parameters. */
export function queryParameters({ properties = {}, required = [] }: JsonSchema): OpenApiParameter[] {
  return Object.entries(properties).map(([name, property]) => {
    // JSON Schema also allows booleans as schemas; the contract has none.
    const { description, ...schema } = property as JsonSchema;
    const doc = description === undefined ? {} : { description };
    return { name, in: 'query', required: required.includes(name), ...doc, schema };
  });
}
