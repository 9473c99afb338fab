import { createMock } from 'clipwright/mock';
import { connectMock } from 'clipwright/mock/remote';
import { mockMatchers } from 'clipwright/vitest';
import { expect, test } from 'vitest';

expect.extend(mockMatchers);
const server = await createMock().listen();

test('the test fails because its last line does not await a matcher', async () => {
  const mock = await connectMock(server.baseUrl);
  expect(mock).toHaveReceived('projects.create');
});
