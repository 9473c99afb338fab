import { createWebhookHandler } from 'clipwright/webhooks';

// Create the handler per request, because `next build` also loads this file, often without the secret.
export function POST(request: Request): Promise<Response> {
  const handle = createWebhookHandler({
    secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
    on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
  });
  return handle(request);
}
