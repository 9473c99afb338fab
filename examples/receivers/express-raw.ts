import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import express from 'express';

const handle = createWebhookHandler({
  secret: process.env.WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});

const app = express();

// Where each route has a parser of its own: this one leaves the bytes as they came, and sets how many it takes.
app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), toNodeListener(handle));
app.post('/echo', express.json(), ({ body }, response) => void response.json(body));

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log('listening on port', (server.address() as AddressInfo).port);
});
