import type { AddressInfo } from 'node:net';
import { createWebhookHandler } from 'clipwright/webhooks';
import express from 'express';

const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' });

const app = express();
// @ts-expect-error The handler takes a web-standard request, not one of Express.
app.post('/webhooks', handle);

const server = app.listen(Number(process.env.PORT), () => {
  console.log('listening on port', (server.address() as AddressInfo).port);
});
