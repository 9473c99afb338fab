import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clipwright } from 'clipwright';
import { createMock } from 'clipwright/mock';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';

const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? 'the secret of this example';

const handle = createWebhookHandler({
  secret,
  on: {
    'export.ready': ({ data }) => console.log(`ready: ${data.download_url}, until ${data.expires_at}`),
    'export.failed': ({ data }) => console.log(`failed: ${data.error}`),
  },
  // Also called for event types that are newer than this package.
  onOther: ({ type }) => console.log(`other: ${type}`),
  onRejected: ({ reason }) => console.log(`refused: ${reason}`),
});
const receiver = createServer(toNodeListener(handle));
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;

// A mock acts as the sender, over the network like the service.
const mock = createMock({ webhookSecret: secret });
const client = new Clipwright({ apiKey: 'test', baseUrl: mock.baseUrl, fetch: mock.fetch });
await client.webhooks.register({ url, events: ['export.ready', 'export.failed', 'project.created'] });
mock.emit('export.ready');
mock.emit('export.failed', { error: 'The disk was full.' });
await client.projects.create({ name: 'Talk' });
await mock.settled();

const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'x-service-signature': 'f00' } });
console.log(`a forged event gets a ${forged.status}`);

receiver.close();
receiver.closeAllConnections();
