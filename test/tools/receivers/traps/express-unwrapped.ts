import type { AddressInfo } from 'node:net';
import { createWebhookHandler } from 'clipwright/webhooks';
import express from 'express';

const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' });

const app = express();
// The types of Express accept the unwrapped handler.
app.post('/webhooks', handle);

const server = app.listen(Number(process.env.PORT), () => {
  console.log('listening on port', (server.address() as AddressInfo).port);
});
