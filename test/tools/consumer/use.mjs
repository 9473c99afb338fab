import assert from 'node:assert/strict';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { mockHandlers } from 'clipwright/msw';
import { setupServer } from 'msw/node';
import mswPackage from 'msw/package.json' with { type: 'json' };

const mock = createMock();
const server = setupServer(...mockHandlers(mock));
server.listen({ onUnhandledRequest: 'error' });
const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, maxRetries: 0 });
assert.equal((await client.projects.create({ name: 'Talk' })).name, 'Talk');
await assert.rejects(client.jobs.list('none'), { name: 'NotFoundError', status: 404, param: 'projectId' });
mock.faults.add({ drop: true, times: 1 });
await assert.rejects(client.projects.create({ name: 'Talk' }), { name: 'ConnectionError' });
server.close();
console.log(`ES modules, with msw ${mswPackage.version}: passed.`);
