import type { ZodMiniType } from 'zod/mini';
import { version } from '../../package.json';
import { pathParameters } from '../../src/contract/endpoint.ts';
import { jobStatus, nextAction } from '../../src/contract/job.ts';
import { problem, problemBody } from '../../src/contract/problem.ts';
import { aspectRatio, project } from '../../src/contract/project.ts';
import { describe, type Models, modelReference, schemaOf, schemaUri } from '../openapi/models.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../openapi/openapi.ts';
import { bodySchemas, camelCase, describePaths, jsonContent, queryParameters } from '../openapi/paths.ts';
import docComments from './doc-comments.json';
import * as faultModels from './models/faults.ts';
import * as mockModels from './models/mock.ts';
import * as recordModels from './models/records.ts';
import { done, knownValues } from './models/shared.ts';
import * as stateModels from './models/state.ts';
import type { ControlEndpoint } from './operation.ts';

/** An OpenAPI document without webhooks, because the control API sends none. */
export interface ControlDocument extends Omit<OpenApiDocument, 'webhooks' | 'components'> {
  readonly components: Pick<OpenApiDocument['components'], 'schemas' | 'responses' | 'securitySchemes'>;
}

const description = `The control API of a mock that listens (\`clipwright mock\` or \`mock.listen()\`), for tests, scripts and consoles.

With an API key, a request is for the workspace of that key; without one, for all workspaces. Only programs on the mock's own machine, and pages of loopback, \`*.localhost\` and \`*.test\`, may call these routes, and not through a proxy.

Errors have the body \`ProblemBody\`. A request with an error changes nothing.`;

/** The descriptions of tags. An operation's tag is the first segment of its path. */
const tags: Readonly<Record<string, string>> = {
  about: 'Information about the mock.',
  state: 'The state of the mock.',
  reset: 'The removal of all state.',
  workspaces: 'The API keys in use.',
  projects: 'The projects, with their timelines and captions.',
  webhooks: 'The registered webhooks.',
  clock: 'The time of the mock and of its workspaces.',
  seed: 'State that is created without requests to the API.',
  requests: 'The requests that the mock has received.',
  deliveries: 'The deliveries that the mock has sent to webhooks.',
  settled: 'The end of all delivery attempts.',
  events: 'Events that no request has caused.',
  stream: 'A stream of all changes.',
  faults: 'Simulated failures.',
  jobs: 'The jobs and their outcomes.',
  'openapi.json': 'The description of the control API.',
};

const contractModels = { problem, problemBody, aspectRatio, project, jobStatus, nextAction };

/** Maps the schema of each model of the control API to the name of the model's interface or type. */
export const controlModelNames: ReadonlyMap<ZodMiniType, string> = new Map(
  [contractModels, { done }, faultModels, mockModels, recordModels, stateModels]
    .flatMap((models) => Object.entries<ZodMiniType>(models))
    .map(([name, model]) => [model, name.charAt(0).toUpperCase() + name.slice(1)] as const)
    // Sort by name, so that the document does not change when a model moves to another file.
    .sort(([, a], [, b]) => (a < b ? -1 : 1)),
);

/** @param serverUrl The URL of the control API, such as `http://127.0.0.1:4010/_mock`. */
export function controlDocument(serverUrl: string, table: Readonly<Record<string, ControlEndpoint>>): ControlDocument {
  const rows = Object.entries(table);
  const models = describe(controlModelNames, docComments, stricterSchemas());
  return {
    openapi: '3.1.0',
    info: { title: 'Control of a mock', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    security: [{}, { apiKey: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: describePaths(rows, (name, row) => describeOperation(name, row, models)),
    components: {
      schemas: bodySchemas(models, rows),
      responses: {
        Problem: {
          description: 'The error. The request has changed nothing.',
          content: jsonContent({ $ref: schemaUri('ProblemBody') }),
        },
      },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of a workspace.' } },
    },
  };
}

function describeOperation(name: string, row: ControlEndpoint, models: Models): OpenApiOperation {
  const { path, summary, query, body, response, streams } = row;
  const parameters = [
    ...pathParameters(path).map(
      (id) => ({ name: id, in: 'path', required: true, schema: { type: 'string' } }) as const,
    ),
    ...(query ? queryParameters(schemaOf(query, models)) : []),
  ];
  const reference = modelReference(response, models);
  return {
    operationId: camelCase(name),
    summary,
    description: row.description,
    tags: [path.split('/')[1] ?? ''],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(modelReference(body, models)) } }),
    responses: {
      200: {
        description: 'Success.',
        content: streams ? { 'text/event-stream': { schema: reference } } : jsonContent(reference),
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  };
}

/** Returns additional limits for the document, for schemas that accept more than the mock's methods. */
function stricterSchemas(): Map<unknown, JsonSchema> {
  const faults = ['EventFaultParams', 'FileFaultParams', 'CallFaultParams'].map((name) => ({ $ref: schemaUri(name) }));
  return new Map<unknown, JsonSchema>([
    ...[...knownValues].map(([schema, values]): [unknown, JsonSchema] => [schema, { enum: [...values] }]),
    [faultModels.faultParams, { anyOf: faults }],
    // Don't use `items: false`, which linters misread as an empty list. `maxItems` already forbids further items.
    [stateModels.wordContent, { items: {} }],
  ]);
}
