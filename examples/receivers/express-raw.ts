import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import express from 'express';

const handle = createWebhookHandler({
  secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});

const app = express();

// Use this if each route of your app has its own parser. `express.raw` keeps the raw bytes and limits the body size.
app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), toNodeListener(handle));
app.post('/echo', express.json(), ({ body }, response) => void response.json(body));

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log('listening on port', (server.address() as AddressInfo).port);
});
