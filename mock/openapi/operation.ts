import type { ZodMiniType } from 'zod/mini';
import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { successStatus } from '../api/success-status.ts';
import { type JsonSchema, type Models, modelName, schemaUri } from './models.ts';
import type { OpenApiOperation, OpenApiParameter, OpenApiReference, OpenApiResponse } from './openapi.ts';
import { errorResponses, jsonContent, reference, responseHeaders } from './shared.ts';

/** A row of the table as an OpenAPI operation. Its `operationId` is the row's name in camel case. */
export function describeOperation(name: EndpointName, endpoint: Endpoint, models: Models): OpenApiOperation {
  const { body, query } = endpoint;
  const parameters = [
    ...pathParameters(endpoint.path).map(pathParameter),
    ...(query ? queryParameters(schemaOf(query, models)) : []),
    ...(endpoint.idempotent ? [reference('parameters', 'IdempotencyKey')] : []),
  ];
  return {
    operationId: camelCase(name),
    summary: endpoint.summary,
    tags: [nounOf(name)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(modelReference(body, models)) } }),
    responses: { [successStatus[name]]: success(endpoint.response, models), ...errors(endpoint, models) },
  };
}

function camelCase(name: string): string {
  return name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `captions` of `captions.words.list`. */
function nounOf(name: EndpointName): string {
  return name.replace(/\..*/, '');
}

function pathParameter(name: string): OpenApiParameter {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): OpenApiParameter[] {
  return Object.entries(properties).map(([name, property]) => {
    // JSON Schema also allows booleans as schemas; the contract has none.
    const { description, ...schema } = property as JsonSchema;
    const doc = description === undefined ? {} : { description };
    return { name, in: 'query', required: required.includes(name), ...doc, schema };
  });
}

function success(model: ZodMiniType, models: Models): OpenApiResponse {
  return { description: 'Success.', headers: responseHeaders(), content: jsonContent(modelReference(model, models)) };
}

function errors(endpoint: Endpoint, models: Models): Record<string, OpenApiReference> {
  const { body, idempotent } = endpoint;
  const namesSomething =
    endpoint.path.includes('{') || (body && 'project_id' in (schemaOf(body, models).properties ?? {}));
  const absent = [!namesSomething && 404, !idempotent && 409, !body && 413, !body && 415];
  const present = Object.entries(errorResponses).filter(([status]) => !absent.includes(Number(status)));
  return Object.fromEntries(present.map(([status, name]) => [status, reference('responses', name)]));
}

function modelReference(model: ZodMiniType, models: Models): OpenApiReference {
  return { $ref: schemaUri(modelName(model, models)) };
}

function schemaOf(model: ZodMiniType, models: Models): JsonSchema {
  return models.schemas.get(modelName(model, models)) ?? {};
}
