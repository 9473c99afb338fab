import { serve } from '@hono/node-server';
import { createWebhookHandler } from 'clipwright/webhooks';
import { Hono } from 'hono';

const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' });

const app = new Hono();
app.use(async (context, next) => {
  console.log('logged:', await context.req.json());
  await next();
});
app.post('/webhooks', (context) => handle(context.req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT) }, ({ port }) => console.log('listening on port', port));
