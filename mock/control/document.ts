import { version } from '../../package.json';
import { pathParameters } from '../../src/contract/endpoint.ts';
import { type Models, modelReference, schemaOf, schemaUri } from '../openapi/models.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../openapi/openapi.ts';
import { queryParameters } from '../openapi/parameters.ts';
import { bodySchemas, camelCase, describePaths } from '../openapi/paths.ts';
import { jsonContent } from '../openapi/shared.ts';
import { describeControlModels } from './document-models.ts';
import { type ControlEndpoint, controlTable } from './table.ts';

/** Control as an OpenAPI document: it has no webhooks. */
export interface ControlDocument extends Omit<OpenApiDocument, 'webhooks' | 'components'> {
  readonly components: Pick<OpenApiDocument['components'], 'schemas' | 'responses' | 'securitySchemes'>;
}

const description = `What a test, a script or a console does to a mock that listens: \`clipwright mock\`, or \`mock.listen()\`.

With an API key, a request is for the workspace of that key; without one, for all. Only programs on the mock's own machine may call these routes, through no proxy, and pages of loopback, \`*.localhost\` and \`*.test\`.

Errors have the body \`ProblemBody\`. Then nothing has changed.`;

/** By the first segment of their paths. */
const tags: Readonly<Record<string, string>> = {
  about: 'Which mock this is.',
  state: 'All that the mock has stored.',
  reset: 'Back to the beginning.',
  workspaces: 'The API keys in use.',
  projects: 'The projects, with their timelines and captions.',
  webhooks: 'The registered webhooks.',
  clock: 'Mock time, common or of a workspace.',
  seed: 'State without requests.',
  requests: 'What the mock has received.',
  deliveries: 'What the mock has delivered to webhooks.',
  settled: 'Whether deliveries are under way.',
  events: 'Events without a cause.',
  stream: 'What changes, as it changes.',
  faults: 'Failures on demand.',
  jobs: 'What jobs there are, and how they end.',
  'openapi.json': 'The description of control.',
};

const problem: OpenApiResponse = {
  description: 'What was wrong. Nothing has changed.',
  content: jsonContent({ $ref: schemaUri('ProblemBody') }),
};

const rows: readonly (readonly [string, ControlEndpoint])[] = Object.entries(controlTable);

/** `serverUrl`: the URL of control, such as `http://127.0.0.1:4010/_mock`. */
export function controlDocument(serverUrl: string): ControlDocument {
  const models = describeControlModels();
  return {
    openapi: '3.1.0',
    info: { title: 'Control of a mock', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: serverUrl }],
    security: [{}, { apiKey: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: describePaths(rows, (name, row) => describeOperation(name, row, models)),
    components: {
      schemas: bodySchemas(
        models,
        rows.map(([, { query }]) => query),
      ),
      responses: { Problem: problem },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of a workspace.' } },
    },
  };
}

function describeOperation(name: string, row: ControlEndpoint, models: Models): OpenApiOperation {
  const { path, summary, query, body, response, streams } = row;
  const parameters = [
    ...pathParameters(path).map(pathParameter),
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

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } } as const;
}
