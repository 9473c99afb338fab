import { test } from 'clipwright/vitest';
import { expect } from 'vitest';

test('an unknown call fails the test', async ({ client }) => {
  await client.request('GET', '/projets').catch(() => {});
});

test('a failed expectation shows the requests to the mock', async ({ mock, client }) => {
  mock.faults.add({ status: 503, times: 1 });
  await client.projects.create({ name: 'Talk' });
  expect(1).toBe(2);
});
