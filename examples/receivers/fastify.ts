import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import { fastify } from 'fastify';

const handle = createWebhookHandler({
  secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
  on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
});
const listener = toNodeListener(handle);

const app = fastify();

// Register the route in its own scope without a body parser, because the signature covers the raw bytes.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.post('/webhooks', (request, reply) => {
    // Tell Fastify that the listener responds.
    reply.hijack();
    return listener(request.raw, reply.raw);
  });
});

// Other routes still get parsed bodies.
app.post('/echo', async ({ body }) => body);

console.log('listening on', await app.listen({ port: Number(process.env.PORT ?? 3000) }));
