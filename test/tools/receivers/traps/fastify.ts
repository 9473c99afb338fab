import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import { fastify } from 'fastify';

const listener = toNodeListener(createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' }));

const app = fastify({ logger: true });
app.post('/webhooks', (request, reply) => {
  const handled = listener(request.raw, reply.raw);
  reply.hijack();
  return handled;
});

console.log('listening on', await app.listen({ port: Number(process.env.PORT) }));
