import assert from 'node:assert/strict';
import { Clipwright } from 'clipwright';
import { toSrt, toWebVtt } from 'clipwright/captions';
import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { signWebhook, verifyWebhook } from 'clipwright/webhooks';
import { redisDedupe } from 'clipwright/webhooks/redis';
import { setupServer } from 'msw/node';
import mswPackage from 'msw/package.json' with { type: 'json' };

const mock = createMock();
const server = setupServer(...mockHandlers(mock));
server.listen({ onUnhandledRequest: 'error' });
const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl });
const { id } = await mock.seed.project({ name: 'Hello', captions: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello there\n' });
const captions = await client.captions.list(id);
assert.match(toWebVtt(captions.items), /00:00:01\.000 --> 00:00:02\.000\nHello there/);
assert.match(toSrt(captions.items), /00:00:01,000 --> 00:00:02,000\nHello there/);
await assert.rejects(client.jobs.list('none'), { name: 'NotFoundError', status: 404, param: 'projectId' });
mock.faults.add({ drop: true, times: 1 });
await assert.rejects(new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, maxRetries: 0 }).jobs.list(id), {
  name: 'ConnectionError',
});
server.close();

const body = JSON.stringify({ id: '1', type: 'job.complete', created_at: new Date().toISOString(), data: {} });
const headers = await signWebhook({ body, secret: 'whsec_test' });
assert.equal((await verifyWebhook({ body, headers, secret: 'whsec_test' })).type, 'job.complete');
assert.throws(() => redisDedupe({}), { name: 'ConfigurationError', option: 'client' });
console.log(`ES modules, with msw ${mswPackage.version}: as they should be.`);
