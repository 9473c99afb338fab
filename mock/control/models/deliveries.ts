import { enum as enumeration, looseObject, nullable, optional, type ZodMiniType } from 'zod/mini';
import { array } from '../../../src/contract/collections.ts';
import type { eventTypes } from '../../../src/contract/event.ts';
import { model, number, text, timestamp, url } from '../../../src/contract/model.ts';
import type { Delivery, DeliveryAttempt } from '../../deliveries/delivery.ts';
import { webhookEvent } from './events.ts';
import { counts, deliveryStatuses, deliveryStatusName, eventTypeName, strings } from './shared.ts';

/** Which deliveries to list: those that match every given field. */
export interface DeliveryQuery {
  /** The event's type. */
  type?: (typeof eventTypes)[number] | undefined;
  webhookId?: string | undefined;
  status?: Delivery['status'] | undefined;
}

export const deliveryQuery: ZodMiniType<DeliveryQuery> = model<DeliveryQuery>({
  type: optional(eventTypeName),
  webhookId: optional(text),
  status: optional(deliveryStatusName),
});

const deliveryResponse = looseObject({ status: number, body: text });

export const deliveryAttempt: ZodMiniType<DeliveryAttempt> = model<DeliveryAttempt>({
  at: timestamp,
  headers: strings,
  response: nullable(deliveryResponse),
  reason: nullable(text),
});

export const delivery: ZodMiniType<Delivery> = model<Delivery>({
  id: text,
  webhookId: text,
  url,
  event: webhookEvent,
  body: text,
  status: enumeration(deliveryStatuses),
  nextAttemptAt: nullable(timestamp),
  reason: nullable(text),
  fault: nullable(text),
  requestId: nullable(text),
  attempts: array(deliveryAttempt),
});

/** The deliveries that the mock keeps and that match, oldest first. */
export interface DeliveryList {
  deliveries: readonly Delivery[];
  /** The workspace of each, by a digest of its API key; null where none was sent. */
  workspaces: readonly (string | null)[];
  /** How many older deliveries the mock no longer keeps, of all workspaces, by the type of the event. */
  dropped: Readonly<Record<string, number>>;
}

export const deliveryList: ZodMiniType<DeliveryList> = model<DeliveryList>({
  deliveries: array(delivery),
  workspaces: array(nullable(text)),
  dropped: counts,
});
