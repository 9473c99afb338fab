import { serve } from '@hono/node-server';
import { createWebhookHandler } from 'clipwright/webhooks';
import { Hono } from 'hono';

const handle = createWebhookHandler({
  secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});

const app = new Hono();

app.post('/webhooks', (context) => handle(context.req.raw));

// On Bun, Deno and Workers, `export default app` instead.
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log('listening on port', port);
});
