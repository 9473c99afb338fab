import { describe, expect, test } from 'vitest';
import { contractModels } from '../../mock/openapi/contract-models.ts';
import { openApiDocument } from '../../mock/openapi/document.ts';
import type { OpenApiOperation, OpenApiParameter } from '../../mock/openapi/openapi.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { eventTypes } from '../../src/contract/event.ts';

const document = openApiDocument();

test('docs/openapi.json is the document; `npm run openapi` writes it', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
});

test('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
});

test('names the server that it is asked for', () => {
  const serverUrl = 'http://127.0.0.1:4010/api/v1';

  expect(openApiDocument({ serverUrl }).servers).toEqual([{ url: serverUrl }]);
  expect(document.servers).toEqual([{ url: 'https://api.clipwright.test/api/v1' }]);
});

test('every reference resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer);

  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((pointer) => resolve(pointer) === undefined)).toEqual([]);
});

describe('operations', () => {
  test('there is one for every row, under its method and path', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(described).toEqual(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
  });

  test('their names are the rows’, in camel case, and unique', () => {
    const names = operations().map(({ operationId }) => operationId);

    expect(new Set(names).size).toBe(names.length);
    expect(operationAt('get', '/projects/{projectId}/captions/words').operationId).toBe('captionsWordsList');
    expect(operationAt('get', '/projects/{projectId}/captions/words').tags).toEqual(['captions']);
  });

  test('exactly those marked IK take an Idempotency-Key, and can respond with 409', () => {
    const takesKey = operations().filter((operation) =>
      JSON.stringify(operation).includes('parameters/IdempotencyKey'),
    );

    const marked = Object.values(endpoints).filter(({ idempotent }) => idempotent);

    expect(takesKey).toEqual(marked.map(({ method, path }) => operationAt(method.toLowerCase(), path)));
    expect(operations().filter(({ responses }) => responses['409'])).toEqual(takesKey);
    expect(document.components.parameters.IdempotencyKey).toMatchObject({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { pattern: '^[A-Za-z0-9._:-]+$', minLength: 8, maxLength: 200 },
    });
  });

  test.each([
    ['post', '/clips', '202'],
    ['post', '/generate-sound', '202'],
    ['post', '/projects', '201'],
    ['post', '/webhooks', '201'],
    ['get', '/projects/{projectId}/jobs', '200'],
    ['patch', '/projects/{projectId}/effects/zoom/{timelineItemId}', '200'],
  ])('%s %s succeeds with %s', (method, path, status) => {
    expect(Object.keys(operationAt(method, path).responses).filter((each) => each < '300')).toEqual([status]);
  });

  test('errors are those that an operation can meet', () => {
    const errors = (method: string, path: string) =>
      Object.keys(operationAt(method, path).responses).filter((status) => status >= '400');

    expect(errors('get', '/projects/{projectId}/jobs')).toEqual(['400', '401', '404', '429', '500']);
    expect(errors('post', '/projects')).toEqual(['400', '401', '409', '413', '415', '429', '500']);
    expect(errors('post', '/audio-library/import')).toEqual(['400', '401', '404', '413', '415', '429', '500']);
    expect(document.components.responses.RateLimited?.headers).toHaveProperty(['Retry-After']);
  });

  test('every path parameter is described, and required', () => {
    const path = '/projects/{projectId}/timeline/media/{timelineItemId}';

    expect(parameters('patch', path)).toEqual([
      { name: 'projectId', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'timelineItemId', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  test('query parameters carry the limits of the specification', () => {
    const query = (path: string) =>
      parameters('get', `/projects/{projectId}${path}`)
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, required, schema }) => ({ name, required, schema }));
    const offset = { name: 'offset', required: false, schema: { type: 'integer', minimum: 0 } };
    const limit = (maximum: number) => ({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum },
    });

    expect(query('/captions')).toEqual([limit(100), offset]);
    expect(query('/captions/words')).toEqual([
      { name: 'timeline_item_id', required: false, schema: { type: 'string' } },
      { name: 'match_text', required: false, schema: { type: 'string' } },
      limit(500),
      offset,
    ]);
    expect(query('/timeline/at')).toEqual([
      { name: 'time_seconds', required: true, schema: { type: 'number', minimum: 0 } },
    ]);
    expect(query('/transcript/segments')).toEqual([
      {
        name: 'chunk_strategy',
        required: false,
        schema: { type: 'string', enum: ['sentence', 'paragraph', 'time-window'] },
      },
      { name: 'max_chunk_seconds', required: false, schema: { type: 'number' } },
    ]);
  });

  test('a body is required where the row has one', () => {
    expect(operationAt('post', '/clips').requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/GenerateClipsParams' } } },
    });
    expect(operationAt('get', '/projects/{projectId}/jobs').requestBody).toBeUndefined();
  });

  test('all need a bearer key', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(operations().filter((operation) => operation.security)).toEqual([]);
  });
});

describe('schemas', () => {
  const { schemas } = document.components;

  test('every model of the contract is there, but the queries, which are parameters', () => {
    const models = Object.keys(contractModels).map((name) => name.charAt(0).toUpperCase() + name.slice(1));

    expect(models.filter((name) => !name.endsWith('Query') && !(name in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => name.endsWith('Query'))).toEqual([]);
  });

  test('every one is described in words', () => {
    expect(Object.keys(schemas).filter((name) => !schemas[name]?.description)).toEqual([]);
    expect(schemas.Job?.properties?.completed_at).toHaveProperty('description', 'ISO 8601; set once the job is final.');
  });

  test('required are the fields that a caller can count on', () => {
    expect(schemas.Job?.required).toEqual(['job_id', 'status']);
    expect(schemas.CreateProjectParams?.required).toEqual(['name']);
  });

  test('models refer to each other, and unknown fields are allowed', () => {
    expect(schemas.JobList?.properties?.jobs).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Job' } });
    expect(schemas.Job?.additionalProperties).toEqual({});
  });
});

describe('webhooks', () => {
  test('there is a signed delivery for every event type, without a key', () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes);
    const names = ['Signature', 'Timestamp'].map((name) => document.components.parameters[name]?.name);
    expect(names).toEqual(['x-service-signature', 'x-service-timestamp']);
    for (const { post } of Object.values(document.webhooks)) {
      expect(post?.security).toEqual([]);
      expect(post?.parameters).toEqual([
        { $ref: '#/components/parameters/Signature' },
        { $ref: '#/components/parameters/Timestamp' },
      ]);
    }
  });

  test('the envelope fixes the type and has the data of its event', () => {
    const { schemas } = document.components;

    expect(schemas.ExportReadyEvent?.required).toEqual(['id', 'type', 'created_at', 'data']);
    expect(schemas.ExportReadyEvent?.properties?.type).toEqual({ type: 'string', const: 'export.ready' });
    expect(schemas.ExportReadyEvent?.properties?.data).toEqual({ $ref: '#/components/schemas/ExportReadyData' });
    expect(schemas.JobFailedEvent?.properties?.data).toEqual({ $ref: '#/components/schemas/EventData' });
  });
});

function operations(): OpenApiOperation[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item));
}

function operationAt(method: string, path: string): OpenApiOperation {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

function parameters(method: string, path: string): OpenApiParameter[] {
  return (operationAt(method, path).parameters ?? []).filter((parameter) => 'name' in parameter);
}

function resolve(pointer: string): unknown {
  const keys = pointer.slice(1).split('/');
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}
