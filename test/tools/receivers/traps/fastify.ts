import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import { fastify } from 'fastify';

const listener = toNodeListener(createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' }));

const app = fastify({ logger: true });
app.post('/webhooks', (request, reply) => {
  reply.hijack();
  return listener(request.raw, reply.raw);
});

console.log('listening on', await app.listen({ port: Number(process.env.PORT) }));
