import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';

const handle = createWebhookHandler({
  secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});

const server = createServer(toNodeListener(handle)).listen(Number(process.env.PORT ?? 3000), () => {
  // Cast: a server that listens on TCP has an address with a port.
  console.log('listening on port', (server.address() as AddressInfo).port);
});
