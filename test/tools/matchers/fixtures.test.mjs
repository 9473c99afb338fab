import { test } from 'clipwright/vitest';
import { describe, expect } from 'vitest';

test('a test has a mock and a client', async ({ mock, client }) => {
  await client.projects.create({ name: 'x' });
  expect(mock.requests).toHaveLength(1);
});

describe.concurrent('concurrent tests', () => {
  for (const name of ['a', 'b', 'c']) {
    test(`each get their own mock: ${name}`, async ({ mock, client }) => {
      await client.projects.create({ name });
      await Promise.resolve();
      expect(mock.requests).toHaveLength(1);
    });
  }
});

describe('options', () => {
  // vitest 3 and 4.0 have `scoped` instead of `override`.
  const override = 'override' in test ? 'override' : 'scoped';
  test[override]({ mockOptions: { clock: 'manual' }, onUnknownCall: 'ignore' });

  test('can be set for all tests of a describe', async ({ mock, client }) => {
    expect(mock.clock.status().mode).toBe('manual');
    await client.request('GET', '/projets').catch(() => {});
  });
});
