import { test } from 'clipwright/vitest';
import { expect } from 'vitest';

test('an unknown call', async ({ client }) => {
  await client.request('GET', '/projets').catch(() => {});
});

test('a failed expectation', async ({ mock, client }) => {
  mock.faults.add({ status: 503, times: 1 });
  await client.projects.create({ name: 'Talk' });
  expect(1).toBe(2);
});
