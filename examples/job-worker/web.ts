import { createServer } from 'node:http';
import { Queue } from 'bullmq';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import { wake } from './clips.ts';
import { type ClipTask, openRedis, queueName } from './queue.ts';

const redis = openRedis();
const queue = new Queue<ClipTask>(queueName, { connection: redis });
const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';

const handle = createWebhookHandler({ secret, onOther: (event) => wake(queue, redis, event) });
const server = createServer(toNodeListener(handle)).listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`Webhooks: http://127.0.0.1:${Object(server.address()).port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(async () => {
      await queue.close();
      redis.disconnect();
    });
    server.closeIdleConnections();
  });
}
