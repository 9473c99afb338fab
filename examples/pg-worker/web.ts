import { createServer } from 'node:http';
import { createWebhookHandler, toNodeListener } from 'clipwright/webhooks';
import { openDatabase } from './database.ts';
import { wake } from './tasks.ts';

const database = await openDatabase();
const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';

const handle = createWebhookHandler({ secret, onOther: (event) => wake(database, event) });
const server = createServer(toNodeListener(handle)).listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`Webhooks: http://127.0.0.1:${Object(server.address()).port}`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => void database.close());
    server.closeIdleConnections();
  });
}
