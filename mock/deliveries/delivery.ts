import type { WebhookEvent } from '../../src/contract/event.ts';
import type { Cause } from '../records/request-record.ts';
import type { WebhookState } from '../state/types.ts';
import { isoTime } from '../time/clock.ts';

/** A function that sends a delivery to its receiver, for the mock's option `deliver`. Default: `fetch`. */
export type Deliver = (request: Request) => Promise<Response> | Response;

/**
 * The delivery of one event to one webhook, in up to five attempts. An attempt without a 2xx response within 10 s is
 * retried after 1 s, 5 s, 30 s and 5 min of mock time, each counted from the end of the previous attempt.
 */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** The exact body of every attempt. Each attempt has its own signature. */
  readonly body: string;
  /**
   * - `pending`: an attempt is in progress or scheduled.
   * - `delivered`: an attempt got a 2xx. This is final: no further attempt is scheduled.
   * - `failed`: no attempt got a 2xx, and no further attempt is scheduled.
   */
  readonly status: 'pending' | 'delivered' | 'failed';
  /** When the next attempt is due, in mock time, ISO 8601; null if none is scheduled or an attempt is in progress. */
  readonly nextAttemptAt: string | null;
  /** Why the last attempt failed, or why there is no further attempt; null if delivered or not attempted yet. */
  readonly reason: string | null;
  /** The id of the fault that delayed, duplicated or dropped the delivery; null if there was none. */
  readonly fault: string | null;
  /** The id of the request that caused the event; null until that request has ended, or if there is none. */
  readonly requestId: string | null;
  /** The attempts that have ended, oldest first. Attempts made by `redeliver` do not count toward the limit of five. */
  readonly attempts: readonly DeliveryAttempt[];
}

/** One attempt of a delivery. */
export interface DeliveryAttempt {
  /** When the attempt began, in mock time, ISO 8601. The signature contains real time unless the clock is manual. */
  readonly at: string;
  /** The request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The response, with the first 1000 characters of its body; null if there was none. */
  readonly response: { readonly status: number; readonly body: string } | null;
  /** Why the attempt failed; null if it did not. */
  readonly reason: string | null;
}

/** A delivery as stored by the mock. */
export interface DeliveryState extends Pick<Delivery, 'id' | 'webhookId' | 'url' | 'body' | 'fault'> {
  readonly apiKey: string;
  readonly secret: string;
  /** Aborted when the workspace is reset. */
  readonly signal: AbortSignal;
  status: Delivery['status'];
  /** When the next attempt is due, in the workspace's time, in milliseconds since 1970; null if none is scheduled. */
  nextAttemptAt: number | null;
  reason: string | null;
  /** Whether the fault drops the first scheduled attempt. */
  readonly isDropped: boolean;
  /** The request that caused the event. */
  readonly cause: Cause | undefined;
  /** How many scheduled attempts have begun. */
  scheduledAttempts: number;
  readonly attempts: DeliveryAttempt[];
}

export function newDelivery(
  given: Pick<DeliveryState, 'apiKey' | 'id' | 'body' | 'signal' | 'fault' | 'isDropped' | 'cause'>,
  webhook: WebhookState,
): DeliveryState {
  return {
    ...given,
    webhookId: webhook.id,
    url: webhook.url,
    secret: webhook.secret,
    status: 'pending',
    nextAttemptAt: null,
    reason: null,
    scheduledAttempts: 0,
    attempts: [],
  };
}

/** Adds an attempt that has ended. The status `delivered` never changes again. */
export function addAttempt(delivery: DeliveryState, attempt: DeliveryAttempt): void {
  delivery.attempts.push(attempt);
  if (delivery.status === 'delivered') return;
  delivery.reason = attempt.reason;
  if (attempt.reason !== null) return;
  delivery.status = 'delivered';
  delivery.nextAttemptAt = null;
}

/** Ends a pending delivery without a further attempt. */
export function fail(delivery: DeliveryState, reason: string): void {
  if (delivery.status !== 'pending') return;
  delivery.reason = delivery.reason === null ? reason : `${delivery.reason} ${reason}`;
  delivery.status = 'failed';
}

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
 * Serializes an event for deliveries, with a space after each colon and none after commas. No common serializer writes
 * this format, so tests fail for a receiver that wrongly verifies a re-serialized body.
 */
export function eventBody(event: unknown): string {
  return JSON.stringify(event).replace(stringToken, (token) => (token.endsWith(':') ? `${token} ` : token));
}

/** Matches a JSON string and, if it is the name of a field, the colon after it. */
const stringToken = /"[^"\\]*(?:\\.[^"\\]*)*":?/g;
