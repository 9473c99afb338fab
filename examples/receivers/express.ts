import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import express from 'express';

const handle = createWebhookHandler({
  secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});

const app = express();

// Register this before any body parser: the signature covers the raw bytes.
app.post('/webhooks', toNodeListener(handle));

app.use(express.json());
app.post('/echo', ({ body }, response) => void response.json(body));

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log('listening on port', (server.address() as AddressInfo).port);
});
