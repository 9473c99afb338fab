import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ZodMiniType } from 'zod/mini';
import { openApiDocument } from '../../mock/openapi/document.ts';
import { modelNames } from '../../mock/openapi/models.ts';
import type { OpenApiOperation, OpenApiParameter } from '../../mock/openapi/openapi.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { eventTypes } from '../../src/contract/event.ts';

const document = openApiDocument();
const root = fileURLToPath(new URL('../../', import.meta.url));
const LIST = 'mock/openapi/contract-models.ts';

test('docs/openapi.json equals the current document; `npm run generate` writes it', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
});

test('the document is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
});

test('the document names the given server', () => {
  const serverUrl = 'http://127.0.0.1:4010/api/v1';

  expect(openApiDocument({ serverUrl }).servers).toEqual([{ url: serverUrl }]);
  expect(document.servers).toEqual([{ url: 'https://api.clipwright.test/api/v1' }]);
});

test('every reference in the document resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer);

  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((pointer) => resolve(pointer) === undefined)).toEqual([]);
});

describe('operations', () => {
  test('exist for every endpoint, under its method and path', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(described).toEqual(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));
  });

  test('have the unique names of their endpoints in camel case', () => {
    const names = operations().map(({ operationId }) => operationId);

    expect(new Set(names).size).toBe(names.length);
    expect(operationAt('get', '/projects/{projectId}/captions/words').operationId).toBe('captionsWordsList');
    expect(operationAt('get', '/projects/{projectId}/captions/words').tags).toEqual(['captions']);
  });

  test('accept an Idempotency-Key, and can respond with 409, only if their endpoint is idempotent', () => {
    const takesKey = operations().filter((operation) =>
      JSON.stringify(operation).includes('parameters/IdempotencyKey'),
    );

    const marked = Object.values<Endpoint>(endpoints).filter(({ idempotent }) => idempotent);

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
  ])('include %s %s, which succeeds with %s', (method, path, status) => {
    expect(Object.keys(operationAt(method, path).responses).filter((each) => each < '300')).toEqual([status]);
  });

  test('list their possible errors', () => {
    const errors = (method: string, path: string) =>
      Object.keys(operationAt(method, path).responses).filter((status) => status >= '400');

    const always = ['429', '500', '502', '503', '504', 'default'];
    expect(errors('get', '/projects/{projectId}/jobs')).toEqual(['400', '401', '404', '408', ...always]);
    expect(errors('post', '/projects')).toEqual(['400', '401', '408', '409', '413', '415', ...always]);
    expect(errors('post', '/audio-library/import')).toEqual(['400', '401', '404', '408', '413', '415', ...always]);
    expect(document.components.responses.RateLimited?.headers).toHaveProperty(['Retry-After']);
  });

  test('describe retry-after-ms if they are polled', () => {
    const polled = operations().filter(({ responses }) => JSON.stringify(responses).includes('retry-after-ms'));
    expect(polled.map(({ operationId }) => operationId)).toEqual(['jobsList']);
    expect(polled[0]?.responses[200]).toHaveProperty(['headers', 'retry-after-ms'], {
      $ref: '#/components/headers/retry-after-ms',
    });
  });

  test('require every path parameter', () => {
    const path = '/projects/{projectId}/timeline/media/{timelineItemId}';

    expect(parameters('patch', path)).toMatchObject([
      { name: 'projectId', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'timelineItemId', in: 'path', required: true, schema: { type: 'string' } },
    ]);
  });

  test('have query parameters with the specified limits', () => {
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

  test('require a body if the endpoint has one', () => {
    expect(operationAt('post', '/clips').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/GenerateClipsParams' } } },
    });
    expect(operationAt('get', '/projects/{projectId}/jobs').requestBody).toBeUndefined();
  });

  test('all require an API key as bearer token', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(operations().filter((operation) => operation.security)).toEqual([]);
  });
});

describe('schemas', () => {
  const { schemas } = document.components;

  test('include every model of the contract except the queries, which are parameters', async () => {
    const exported = (await Promise.all(globSync('src/contract/*.ts', { cwd: root }).map(modelsOf))).flat();
    const described = modelNames();
    const missing = exported.filter(({ value }) => !described.has(value));

    expect(exported.length).toBeGreaterThan(60);
    expect(missing.map(({ file, name }) => `${file} exports ${name}: export * of it in ${LIST}`)).toEqual([]);
    expect([...described.values()].filter((name) => !name.endsWith('Query') && !(name in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => name.endsWith('Query'))).toEqual([]);
  });

  test('all have a description', () => {
    expect(Object.keys(schemas).filter((name) => !schemas[name]?.description)).toEqual([]);
    expect(schemas.Job?.properties?.completed_at).toHaveProperty('description', 'ISO 8601; set once the job is final.');
  });

  test('require only the fields that a caller can rely on', () => {
    expect(schemas.Job?.required).toEqual(['job_id', 'status']);
    expect(schemas.CreateProjectParams?.required).toEqual(['name']);
  });

  test('refer to each other, and allow unknown fields', () => {
    expect(schemas.JobList?.properties?.jobs).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Job' } });
    expect(schemas.Job?.additionalProperties).toEqual({});
  });
});

describe('webhooks', () => {
  test('have a signed delivery for every event type, without an API key', () => {
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

  test('have a body with the type and the data of their event', () => {
    const { schemas } = document.components;

    expect(schemas.ExportReadyEvent?.required).toEqual(['id', 'type', 'created_at', 'data']);
    expect(schemas.ExportReadyEvent?.properties?.type).toEqual({ type: 'string', const: 'export.ready' });
    expect(schemas.ExportReadyEvent?.properties?.data).toEqual({ $ref: '#/components/schemas/ExportReadyData' });
    expect(schemas.JobFailedEvent?.properties?.data).toEqual({ $ref: '#/components/schemas/EventData' });
  });
});

/** The models that a file exports. `model.ts` exports only parts of models, `required.ts` the client's own checks. */
async function modelsOf(file: string) {
  if (['model.ts', 'required.ts'].includes(basename(file))) return [];
  const module: Record<string, unknown> = await import(root + file);
  return Object.entries(module).flatMap(([name, value]) =>
    value instanceof ZodMiniType ? [{ file, name, value }] : [],
  );
}

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
