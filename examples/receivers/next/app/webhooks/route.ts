import { createWebhookHandler } from 'clipwright/webhooks';

// Made on request: `next build` loads this file too, often where the secret is not set.
export function POST(request: Request): Promise<Response> {
  const handle = createWebhookHandler({
    secret: process.env.WEBHOOK_SECRET ?? '',
    on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
  });
  return handle(request);
}
