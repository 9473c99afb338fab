import type { WebhookEvent } from '../../src/contract/event.ts';
import type { Cause } from '../records/request-record.ts';
import type { WebhookState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';

/** Sends a delivery to its receiver: `fetch`, unless the mock's `deliver` option is another function. */
export type Deliver = (request: Request) => Promise<Response> | Response;

/**
 * The delivery of one event to one webhook. An attempt without a 2xx response within 10 s is retried after 1 s,
 * 5 s, 30 s and 5 min of mock time, each counted from the end of the attempt before: five attempts in all.
 */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** The exact body of every attempt. Each attempt has a signature of its own. */
  readonly body: string;
  /**
   * - `pending`: an attempt is being made or scheduled.
   * - `delivered`: an attempt got a 2xx. This is final, and no other attempt is scheduled.
   * - `failed`: no attempt got a 2xx, and no other is scheduled.
   */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** When the scheduled attempt is due, mock time, ISO 8601; null while it is being made, and when none is scheduled. */
  readonly nextAttemptAt: string | null;
  /** Why the last attempt failed, or why no other is made; null if delivered or not attempted yet. */
  readonly reason: string | null;
  /** The id of the fault that delayed, duplicated or dropped it; null if there was none. */
  readonly fault: string | null;
  /** The id of the request that caused the event, once that has ended; null if none did, as with time or `emit`. */
  readonly requestId: string | null;
  /** The attempts that have ended, oldest first; those by `redeliver`, too, which are not among the five. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** One attempt of a delivery. */
export interface DeliveryAttempt {
  /** When it began, mock time, ISO 8601. The signature's timestamp is real time unless the clock is manual. */
  readonly at: string;
  /** The headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response, with the first 1000 characters of its body; null if there was none. */
  readonly response: { readonly status: number; readonly body: string } | null;
  /** Why the attempt failed; null if it did not. */
  readonly reason: string | null;
}

/** A delivery as the mock keeps it. */
export interface DeliveryState {
  readonly apiKey: string;
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  /** Aborted when the workspace is reset. */
  readonly signal: AbortSignal;
  status: Delivery['status'];
  /** Time of the workspace in milliseconds since 1970. */
  nextAttemptAt: number | null;
  reason: string | null;
  /** The id of the fault that was applied to it. */
  readonly fault: string | null;
  /** Whether the fault drops the first scheduled attempt. */
  readonly isDropped: boolean;
  /** The request that caused the event. */
  readonly cause: Cause | undefined;
  /** How many scheduled attempts were begun. */
  scheduledAttempts: number;
  readonly attempts: DeliveryAttempt[];
}

/** A delivery before its first attempt. */
export function newDelivery(
  given: Pick<DeliveryState, 'apiKey' | 'id' | 'body' | 'signal' | 'fault' | 'isDropped' | 'cause'> & {
    readonly webhook: WebhookState;
  },
): DeliveryState {
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
    scheduledAttempts: 0,
    attempts: [],
  };
}

/** Adds an attempt that has ended. A delivery that was delivered stays so. */
export function addAttempt(delivery: DeliveryState, attempt: DeliveryAttempt): void {
  delivery.attempts.push(attempt);
  if (delivery.status === 'delivered') return;
  delivery.reason = attempt.reason;
  if (attempt.reason !== null) return;
  delivery.status = 'delivered';
  delivery.nextAttemptAt = null;
}

/** Ends a pending delivery without another attempt. */
export function fail(delivery: DeliveryState, reason: string): void {
  if (delivery.status !== 'pending') return;
  delivery.reason = delivery.reason === null ? reason : `${delivery.reason} ${reason}`;
  delivery.status = 'failed';
}

/** A delivery as users see it. */
export function deliveryView(delivery: DeliveryState): Delivery {
  const { id, webhookId, url, body, status, nextAttemptAt, reason, fault, cause, attempts } = delivery;
  return {
    id,
    webhookId,
    url,
    // Cast: the body is an event's JSON.
    event: JSON.parse(body) as WebhookEvent,
    body,
    status,
    nextAttemptAt: nextAttemptAt === null ? null : isoTime(nextAttemptAt),
    reason,
    fault,
    requestId: cause?.requestId ?? null,
    attempts: structuredClone(attempts),
  };
}

/**
 * The JSON of an event as deliveries send it: a space after the colon of each field, and none after commas. No common
 * serializer writes that, so a receiver that verifies a body which it has parsed and serialized again fails with the mock,
 * too, and not only with a service whose JSON is not that of `JSON.stringify`.
 */
export function eventBody(event: unknown): string {
  return JSON.stringify(event).replace(stringToken, (token) => (token.endsWith(':') ? `${token} ` : token));
}

/** A string, with the colon after it where it is the name of a field. */
const stringToken = /"[^"\\]*(?:\\.[^"\\]*)*":?/g;
