const assert = require('node:assert/strict');
const { Clipwright } = require('clipwright');
const { toWebVtt } = require('clipwright/captions');
const { createMock } = require('clipwright/mock');
const { mockHandlers } = require('clipwright/msw');
const { createWebhookHandler } = require('clipwright/webhooks');
const { redisDedupe } = require('clipwright/webhooks/redis');

async function main() {
  const mock = createMock();
  const server = await mock.listen();
  const client = new Clipwright({ apiKey: 'test', baseUrl: server.baseUrl });
  assert.equal((await client.projects.create({ name: 'Talk' })).name, 'Talk');
  await server.close();
  assert.equal(mockHandlers(mock).length, 1);
  assert.equal(toWebVtt([]).trim(), 'WEBVTT');
  assert.equal((await createWebhookHandler({ secret: 'whsec_test' })(new Request('http://localhost/'))).status, 405);
  assert.throws(() => redisDedupe({}), { name: 'ConfigurationError', option: 'client' });
  console.log('CommonJS: as it should be.');
}

main();
