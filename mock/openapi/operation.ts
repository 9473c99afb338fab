import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, summaries } from '../../src/contract/endpoints.ts';
import { services } from '../services/table.ts';
import { operationExamples } from './examples.ts';
import { type Models, modelReference, schemaOf } from './models.ts';
import type { OpenApiOperation, OpenApiReference } from './openapi.ts';
import { describeParameters } from './parameters.ts';
import { camelCase } from './paths.ts';
import { errorResponses, jsonContent, reference, responseHeaders } from './shared.ts';

/** A row of the table as an OpenAPI operation. Its `operationId` is the row's name in camel case. */
export function describeOperation(name: EndpointName, endpoint: Endpoint, models: Models): OpenApiOperation {
  const { body, response } = endpoint;
  const { status, description } = services[name];
  const example = operationExamples[name];
  const parameters = describeParameters(endpoint, models, example);
  const success = jsonContent(modelReference(response, models), example.response);
  return {
    operationId: camelCase(name),
    summary: summaries[name],
    description,
    tags: [nounOf(name)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(modelReference(body, models), example.body) } }),
    responses: {
      [status]: { description: 'Success.', headers: responseHeaders(), content: success },
      ...errors(endpoint, models),
    },
  };
}

/** `captions` of `captions.words.list`. */
function nounOf(name: EndpointName): string {
  return name.replace(/\..*/, '');
}

function errors(endpoint: Endpoint, models: Models): Record<string, OpenApiReference> {
  const { body, idempotent } = endpoint;
  const namesSomething =
    endpoint.path.includes('{') || (body && 'project_id' in (schemaOf(body, models).properties ?? {}));
  const absent = [!namesSomething && '404', !idempotent && '409', !body && '413', !body && '415'];
  const present = Object.entries(errorResponses).filter(([status]) => !absent.includes(status));
  return Object.fromEntries(present.map(([status, name]) => [status, reference('responses', name)]));
}
