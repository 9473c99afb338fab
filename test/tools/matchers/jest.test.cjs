const { Clipwright } = require('clipwright');
const { mockMatchers } = require('clipwright/jest');
const { createMock } = require('clipwright/mock');

expect.extend(mockMatchers);

test('CommonJS: the matchers check a mock', async () => {
  const mock = createMock();
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
  await client.projects.create({ name: 'x' });

  expect(mock).toHaveReceived('projects.create', { name: expect.stringMatching(/^x$/) });
  expect(mock).toHaveReceivedTimes('projects.create', 1);
  expect(mock).not.toHaveDelivered('job.complete');
  expect(() => expect(mock).toHaveReceived('projects.create', { name: expect.any(Number) })).toThrow(
    'The mock has received no projects.create with { name: Any<Number> }.\n' +
      'The nearest of one other:\n' +
      '  req-1 (201)\n' +
      '    name: expected Any<Number>, received "x"',
  );
  expect(() => expect(mock).not.toHaveReceived('project.create')).toThrow(
    'endpoint is not an endpoint. Did you mean "projects.create"?',
  );
});
