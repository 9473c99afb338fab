import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { expect, it, onTestFinished } from 'vitest';

it('30 concurrent calls succeed under a limit of ten per second, and get fewer than 30 responses with 429', async () => {
  const mock = createMock({ clock: 'realtime', rateLimit: '10/1s' });
  const server = await mock.listen();
  onTestFinished(() => server.close());
  const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl });
  const names = Array.from({ length: 30 }, (_, n) => `${n}`);
  const projects = await Promise.all(names.map((name) => client.projects.create({ name })));
  expect(projects.map(({ name }) => name)).toEqual(names);
  expect(mock.requests.matching({ status: 429 }).length).toBeLessThan(30);
});
