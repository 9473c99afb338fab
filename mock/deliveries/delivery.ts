import { eventTypes, type KnownEventType, type WebhookEvent } from '../../src/contract/event.ts';
import type { Filtering } from '../records/recorded.ts';
import type { WebhookState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';

/** How a delivery reaches its receiver; `fetch` unless the mock's `deliver` option says otherwise. */
export type Deliver = (request: Request) => Promise<Response> | Response;

/**
 * One event on its way to one webhook. An attempt that is not answered with a 2xx within 10 s is followed by another after
 * 1 s, 5 s, 30 s and 5 min of mock time, counted from the end of the one before: five in all.
 */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** The exact text that every attempt sends, each signed anew. */
  readonly body: string;
  /**
   * - `pending`: an attempt is on its way or planned.
   * - `delivered`: an attempt was answered with a 2xx. It stays so, and nothing is planned any more.
   * - `failed`: nothing is planned any more, and no attempt was answered with a 2xx.
   */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** When the next planned attempt is due, mock time, ISO 8601; null while it is on its way, and where none is planned. */
  readonly nextAttemptAt: string | null;
  /** Why it is not delivered: why the last attempt failed, or why there is no other; null if it is, or nothing was tried. */
  readonly reason: string | null;
  /** What was sent, the oldest first; attempts by `redeliver` too, which do not count as planned ones. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** One time that a delivery was sent. */
export interface DeliveryAttempt {
  /** When it began, mock time, ISO 8601. The signature's time is the wall's unless the clock is manual. */
  readonly at: string;
  /** The headers that the mock sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer, as much as the first 1000 characters of its body; null if there was none. */
  readonly response: { readonly status: number; readonly body: string } | null;
  /** Why it failed; null if it did not. */
  readonly reason: string | null;
}

/** Which deliveries are looked for: those for which every field that is given holds. */
export interface DeliveryFilter {
  /** The event's type. */
  readonly type?: KnownEventType;
  /** The event's data: objects may have more fields than these, lists have exactly these items. */
  readonly data?: object;
  readonly webhookId?: string;
  readonly status?: Delivery['status'];
  /** Whose webhooks; everybody's if left out. */
  readonly apiKey?: string;
}

/** What a delivery can be looked for by. */
export const deliveryFiltering: Filtering<Delivery> = {
  fieldsOf: ({ event: { type, data }, webhookId, status }) => ({ type, data, webhookId, status }),
  fields: ['type', 'data', 'webhookId', 'status', 'apiKey'] satisfies (keyof DeliveryFilter)[],
  values: { type: eventTypes, status: ['pending', 'delivered', 'failed'] satisfies Delivery['status'][] },
  objects: ['data'],
  types: { webhookId: 'string', apiKey: 'string' },
};

/** A delivery as the mock works on it. */
export interface OpenDelivery {
  readonly apiKey: string;
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  status: Delivery['status'];
  nextAttemptAt: number | null;
  reason: string | null;
  /** The fault that makes the first attempt be lost on its way. */
  readonly lostBy: string | null;
  /** How many planned attempts were made. */
  planned: number;
  readonly attempts: DeliveryAttempt[];
}

/** A delivery of which nothing was sent yet. */
export function newDelivery(
  given: Pick<OpenDelivery, 'apiKey' | 'id' | 'body' | 'lostBy'> & { readonly webhook: WebhookState },
): OpenDelivery {
  const { webhook, ...rest } = given;
  const { id: webhookId, url, secret } = webhook;
  return {
    ...rest,
    webhookId,
    url,
    secret,
    status: 'pending',
    nextAttemptAt: null,
    reason: null,
    planned: 0,
    attempts: [],
  };
}

/** A delivery as it stands, for who looks. */
export function deliveryView(delivery: OpenDelivery): Delivery {
  const { id, webhookId, url, body, status, nextAttemptAt, reason, attempts } = delivery;
  return {
    id,
    webhookId,
    url,
    // A boundary: the body is an event's JSON.
    event: JSON.parse(body) as WebhookEvent,
    body,
    status,
    nextAttemptAt: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
    reason,
    attempts: structuredClone(attempts),
  };
}
