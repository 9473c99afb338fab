import { createWebhookHandler } from 'clipwright/webhooks';

export default {
  async fetch(request: Request, env: { readonly CLIPWRIGHT_WEBHOOK_SECRET: string }): Promise<Response> {
    const handle = createWebhookHandler({ secret: env.CLIPWRIGHT_WEBHOOK_SECRET });
    console.log('logged:', await request.json());
    return handle(request);
  },
};
