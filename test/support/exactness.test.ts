import { createMock } from 'clipwright/mock';
import { expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { api, apiNames } from '../../mock/http/api.ts';
import { problemBody } from '../../src/contract/problem.ts';
import { errorInexactness, exactFetch, inexactness } from './exactness.ts';
import { nullableErrorFields, nullableFields } from './nullable-fields.ts';
import { fieldsOf } from './schema.ts';
import { openInProcess } from './transports.ts';

test.each([
  [{}, 'jobs is missing'],
  [{ jobs: {} }, 'jobs is not a list'],
  [{ jobs: [5] }, 'jobs[0] is not an object'],
  [{ jobs: [], more: 1 }, 'more is added'],
  [{ jobs: [{ job_id: 5 }] }, 'jobs[0].job_id is 5'],
  [
    { jobs: [{ next_actions: [{ method: 'GET', path: '/x', reason: null }] }] },
    'jobs[0].next_actions[0].reason is null; where that is right, list the path in test/support/nullable-fields.ts',
  ],
])('the response %j of jobs.list is not exact', (body, difference) => {
  expect(inexactness('jobs.list', body)).toContain(`jobs.list: ${difference}`);
});

test('a response or an error is only exact if every null in it is listed', async () => {
  const { client } = openInProcess();
  const { description } = await client().projects.create({ name: 'Talk' });
  expect(description).toBeNull();
  expect(errorInexactness({ error: { code: 'x', message: 'x', param: null, doc_url: null } })).toEqual([
    'an error: error.doc_url is null; where that is right, list the path in test/support/nullable-fields.ts',
  ]);
});

test.each(apiNames)('the response schema of %s allows null at every listed path', (name) => {
  expect(neverNull(name, api[name].response, nullableFields[name] ?? [])).toEqual([]);
});

test('the schema of an error allows null at every listed path', () => {
  expect(neverNull('an error', problemBody, nullableErrorFields)).toEqual([]);
});

test('exactFetch rejects a response that is not exact, unless a fault was applied to the request', async () => {
  const mock = createMock();
  const fetch = exactFetch(async (input, init) => {
    const response = await mock.fetch(input, init);
    const body = JSON.stringify({ ...Object(await response.json()), added: true });
    return new Response(body, { status: response.status, headers: response.headers });
  }, mock);
  const create = () => fetch(`${mock.baseUrl}/projects`, { method: 'POST', body: '{"name":"x"}', headers });

  await expect(create()).rejects.toThrow('A response with status 201 is not exact:\nprojects.create: added is added');
  mock.faults.add({ status: 503, times: 1 });
  expect((await create()).status).toBe(503);
  await expect(fetch(`${mock.baseUrl}/nowhere`)).rejects.toThrow('an error: added is added');
});

const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };

/** Returns a message for each listed path at which the schema has no field, or a field that is never null. */
function neverNull(name: string, schema: ZodMiniType, listed: readonly string[]) {
  const fields = new Map(fieldsOf(schema));
  return listed
    .filter((path) => !fields.get(path)?.safeParse(null).success)
    .map((path) => `${name} has no ${path} that may be null: take it off test/support/nullable-fields.ts`);
}
