import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockMatchers } from 'clipwright/vitest';
import { expect, test } from 'vitest';

expect.extend(mockMatchers);

test('ES modules: the matchers check a mock', async () => {
  const mock = createMock();
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.projects.create({ name: 'x' });

  expect(mock).toHaveReceived('projects.create', { name: expect.stringContaining('x') });
  expect(() => expect(mock).not.toHaveReceived('projects.create')).toThrow(
    'The mock has received projects.create once:\n  req-1 (201): { name: "x" }',
  );
});
