import { serve } from '@hono/node-server';
import { createWebhookHandler } from 'clipwright/webhooks';
import { Hono } from 'hono';

const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' });

const app = new Hono();
// @ts-expect-error The handler takes a `Request`, not a context of Hono.
app.post('/webhooks', handle);

serve({ fetch: app.fetch, port: Number(process.env.PORT) }, ({ port }) => console.log('listening on port', port));
