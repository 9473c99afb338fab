import { expect } from '@playwright/test';
import { test } from 'clipwright/playwright';
import { callFrom, openPage } from './calls.ts';

test('an unknown call fails the test', async ({ page, mock }) => {
  await openPage(page);
  await mock.faults.add({ match: { endpoint: 'projects.create' }, status: 503, times: 1 });
  await callFrom(page, 'POST', '/projects', '{"name":"Talk"}');
  await callFrom(page, 'GET', '/projets');
});

test('a failed expectation shows the requests to the mock', async ({ page, mock }) => {
  await mock.seed.project({ name: 'Talk' });
  await openPage(page);
  await callFrom(page, 'POST', '/projects', '{"name":1}');
  expect(1).toBe(2);
});
