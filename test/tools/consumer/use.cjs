const assert = require('node:assert/strict');
const { Clipwright } = require('clipwright');
const { createMock } = require('clipwright/mock');
const { mockHandlers } = require('clipwright/msw');
const { setupServer } = require('msw/node');

async function main() {
  const mock = createMock();
  const server = setupServer(...mockHandlers(mock));
  server.listen({ onUnhandledRequest: 'error' });
  const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl });
  assert.equal((await client.projects.create({ name: 'Talk' })).name, 'Talk');
  server.close();
  console.log('CommonJS: passed.');
}

main();
