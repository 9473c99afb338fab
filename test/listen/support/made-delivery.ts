import type { Delivery } from 'clipwright/mock';
import type { WebhookEvent } from 'clipwright/webhooks';

/** Returns a delivery with this many attempts. */
export function madeDelivery(id: string, attempts = 1, more: Partial<Delivery> = {}): Delivery {
  const event = madeEvent(`event-of-${id}`);
  return {
    id,
    webhookId: 'webhook-1',
    url: 'https://app.example/hook?token=hush',
    event,
    body: JSON.stringify(event),
    status: attempts === 0 ? 'pending' : 'delivered',
    nextAttemptAt: null,
    reason: null,
    fault: null,
    requestId: null,
    attempts: Array.from({ length: attempts }, () => ({
      at: '2026-01-02T03:04:06.000Z',
      headers: { 'x-service-signature': 'ab12', 'x-service-timestamp': '1767323046' },
      response: { status: 200, body: 'ok' },
      reason: null,
    })),
    ...more,
  };
}

/** @param type Any string, even one that is not a known event type. */
export function madeEvent(id: string, type = 'export.ready', data: object = {}): WebhookEvent {
  // Cast: an event can have a type that is newer than this package.
  return { id, type, created_at: '2026-01-02T03:04:05.000Z', data } as WebhookEvent;
}
