import { createWebhookHandler } from 'clipwright/webhooks';

export async function POST(request: Request): Promise<Response> {
  const handle = createWebhookHandler({ secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '' });
  console.log('logged:', await request.json());
  return handle(request);
}
