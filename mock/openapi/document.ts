import { version } from '../../package.json';
import { type Endpoint, pathParameters } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints, summaries } from '../../src/contract/endpoints.ts';
import { eventTypes, type KnownEventType } from '../../src/contract/event.ts';
import { aNonEmptyString, requireFields } from '../../src/core/options/checks.ts';
import { assumptions } from '../assumptions.ts';
import { services } from '../services/table.ts';
import { errorResponses, reference, responseHeaders, sharedComponents } from './components.ts';
import examples from './examples.json';
import {
  describe,
  eventModelName,
  type Models,
  modelDocs,
  modelNames,
  modelReference,
  schemaOf,
  schemaUri,
} from './models.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiReference } from './openapi.ts';
import { bodySchemas, camelCase, describePaths, jsonContent, queryParameters } from './paths.ts';

/** A request and the mock's response to it. */
export interface OperationExample {
  /** Path and query parameters by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response: unknown;
}

/** The document's examples. They were recorded from real traffic with a mock. */
export interface Examples {
  readonly operations: Readonly<Record<EndpointName, OperationExample>>;
  readonly events: Readonly<Record<KnownEventType, unknown>>;
}

export const { operations: operationExamples, events: eventExamples }: Examples = examples;

// Cast: `Object.entries` loses the types of the names.
const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];

const description = `Projects, automatic clip generation, timeline and caption editing, transcripts, audio, jobs and webhooks.

Paths, methods, fields, types and limits are the service's. The following are assumptions: every status except 409 and 429, every error code
except \`invalid_request\`, which fields are required beyond \`name\`, \`prompt\` and \`time_seconds\`, the fields marked "supported by the mock", and the headers \`x-request-id\` and \`retry-after-ms\`.

This document accepts fewer requests than the specification: \`limit\` and \`offset\` are whole numbers, \`source\` is required for clip generation, \`chunk_strategy\` has no further values, and strings that are described as "at least one character" are not empty.

A response has at least its required fields: identifiers, \`status\`, the text of words, captions and segments, the \`type\` of timeline items, and the lists and objects that its operation is for. Any other field may be missing or null; the mock sends all fields. A \`format\` is the usual format of a string: accept responses with other strings.

Errors have the body \`ProblemBody\`, unless a gateway between client and service responds instead of the service. The examples are requests to the mock and its responses.`;

const tags: Readonly<Record<Noun<EndpointName>, string>> = {
  clips: 'Clips made from a long source video.',
  projects: 'Containers for one timeline each.',
  jobs: 'Long-running work.',
  timeline: 'The items on the timeline of a project, and their effects.',
  captions: 'The text on a timeline, down to single words.',
  transcript: 'The speech of a project as text.',
  audio: 'Tracks from external libraries, and sounds generated from a prompt.',
  onboarding: 'The setup of a profile.',
  webhooks: 'Signed event notifications.',
};

type Noun<Name extends string> = Name extends `${infer First}.${string}` ? First : never;

/**
 * Returns the API as a new OpenAPI 3.1 document. `serverUrl` is the document's base URL, with the version segment.
 * Default: the base URL of an in-process mock.
 *
 * @throws ConfigurationError that names the invalid option.
 *
 * @example
 * ```ts
 * import { openApiDocument } from 'clipwright/mock';
 *
 * const document = openApiDocument({ serverUrl: 'http://127.0.0.1:4010/api/v1' });
 * console.log(Object.keys(document.paths));
 * ```
 */
export function openApiDocument(options: { readonly serverUrl?: string | undefined } = {}): OpenApiDocument {
  requireFields(options, { serverUrl: aNonEmptyString });
  const models = describe(modelNames(), modelDocs);
  return {
    openapi: '3.1.0',
    info: { title: 'Short-form video API', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: options.serverUrl ?? assumptions.baseUrl.value }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: describePaths(rows, (name, row) => describeOperation(name, row, models)),
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: describeDelivery(type) }])),
    components: { schemas: bodySchemas(models, rows), ...sharedComponents() },
  };
}

/** Converts an endpoint to an OpenAPI operation. The `operationId` is the endpoint's name in camel case. */
function describeOperation(name: EndpointName, endpoint: Endpoint, models: Models): OpenApiOperation {
  const { body, response } = endpoint;
  const { status = 200, description, polled } = services[name];
  const example = operationExamples[name];
  const parameters = describeParameters(endpoint, models, example);
  const success = jsonContent(modelReference(response, models), example.response);
  return {
    operationId: camelCase(name),
    summary: summaries[name],
    description,
    tags: [name.replace(/\..*/, '')],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(modelReference(body, models), example.body) } }),
    responses: {
      [status]: {
        description: 'Success.',
        headers: responseHeaders(polled ? ['retry-after-ms'] : []),
        content: success,
      },
      ...errors(endpoint, models),
    },
  };
}

function errors(endpoint: Endpoint, models: Models): Record<string, OpenApiReference> {
  const { body, idempotent } = endpoint;
  const namesSomething =
    endpoint.path.includes('{') || (body && 'project_id' in (schemaOf(body, models).properties ?? {}));
  const absent = [!namesSomething && '404', !idempotent && '409', !body && '413', !body && '415'];
  const present = Object.entries(errorResponses).filter(([status]) => !absent.includes(status));
  return Object.fromEntries(present.map(([status, [name]]) => [status, reference('responses', name)]));
}

function describeParameters(
  { path, query, idempotent }: Endpoint,
  models: Models,
  { parameters: examples }: OperationExample,
): (OpenApiParameter | OpenApiReference)[] {
  const own = [...pathParameters(path).map(pathParameter), ...(query ? queryParameters(schemaOf(query, models)) : [])];
  const withExamples = own.map((each) => ({ ...each, ...(each.name in examples && { example: examples[each.name] }) }));
  return [...withExamples, ...(idempotent ? [reference('parameters', 'IdempotencyKey')] : [])];
}

/** Describes a path parameter. For example, `{timelineItemId}` is the identifier of the timeline item. */
function pathParameter(name: string): OpenApiParameter {
  const noun = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const description = `The identifier of the ${noun}.`;
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

function describeDelivery(type: KnownEventType): OpenApiOperation {
  const model = eventModelName(type);
  return {
    operationId: `on${model}`,
    summary: modelDocs[model]?.description ?? type,
    description: `Sent as a POST request to every webhook that is registered for \`${type}\`. Verify the signature of the raw body before you use the event.`,
    tags: ['webhooks'],
    // A delivery has no API key, because it is signed.
    security: [],
    parameters: [reference('parameters', 'Signature'), reference('parameters', 'Timestamp')],
    requestBody: { required: true, content: jsonContent({ $ref: schemaUri(model) }, eventExamples[type]) },
    responses: {
      200: { description: 'The event was accepted.' },
      401: { description: 'The signature is not valid.' },
    },
  };
}
