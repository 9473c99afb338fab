import { createWebhookHandler } from 'clipwright/webhooks';

export default {
  async fetch(request: Request, env: { readonly WEBHOOK_SECRET: string }): Promise<Response> {
    const handle = createWebhookHandler({ secret: env.WEBHOOK_SECRET });
    console.log('logged:', await request.json());
    return handle(request);
  },
};
