import { verifyWebhook, type WebhookEvent } from 'clipwright/webhooks';

/** A delivery that a receiver has received. */
export interface Received {
  readonly body: string;
  readonly headers: Headers;
  readonly event: WebhookEvent;
}

/** Returns an in-process receiver that records every delivery, and responds with the result of `response`. */
export function receiver(response: (received: Received) => Promise<Response> | Response = () => new Response()) {
  const received: Received[] = [];
  return {
    received,
    /** The `n` of each event's data, in the order of arrival. */
    numbers: () => received.map(({ event }) => (event.data as { n?: unknown }).n),
    deliver: async (request: Request) => {
      const body = await request.text();
      const delivery = { body, headers: request.headers, event: JSON.parse(body) as WebhookEvent };
      received.push(delivery);
      return response(delivery);
    },
  };
}

/** Returns whether a delivery is signed with this secret. `now` is in milliseconds since 1970. */
export async function isSignedWith(secret: string, { body, headers }: Received, now = Date.now()): Promise<boolean> {
  return verifyWebhook({ body, headers, secret, now: () => now }).then(
    () => true,
    () => false,
  );
}
