import { createWebhookHandler } from 'clipwright/webhooks';

interface Env {
  /** Set by `wrangler secret put CLIPWRIGHT_WEBHOOK_SECRET`. */
  readonly CLIPWRIGHT_WEBHOOK_SECRET: string;
}

export default {
  fetch(request: Request, env: Env): Promise<Response> {
    const handle = createWebhookHandler({
      secret: env.CLIPWRIGHT_WEBHOOK_SECRET,
      on: { 'export.ready': ({ data }) => console.log('ready:', new URL(data.download_url).pathname) },
    });
    return handle(request);
  },
};
