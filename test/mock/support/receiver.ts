import { verifyWebhook, type WebhookEvent } from 'clipwright/webhooks';

/** A delivery as a receiver has got it. */
export interface Received {
  readonly body: string;
  readonly headers: Headers;
  readonly event: WebhookEvent;
}

/** A receiver in process that responds as it is told, anew for each delivery; it keeps what it gets. */
export function receiver(response: (received: Received) => Promise<Response> | Response = () => new Response()) {
  const received: Received[] = [];
  return {
    received,
    /** The `n` of the events' data, in the order in which they came. */
    numbers: () => received.map(({ event }) => (event.data as { n?: unknown }).n),
    deliver: async (request: Request) => {
      const body = await request.text();
      const delivery = { body, headers: request.headers, event: JSON.parse(body) as WebhookEvent };
      received.push(delivery);
      return response(delivery);
    },
  };
}

/** Whether a secret signs what was received, `now` being milliseconds since 1970. */
export async function isSignedWith(secret: string, { body, headers }: Received, now = Date.now()): Promise<boolean> {
  return verifyWebhook({ body, headers, secret, now: () => now }).then(
    () => true,
    () => false,
  );
}
