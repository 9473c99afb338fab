import { looseObject, nullable, optional, unknown, type ZodMiniType } from 'zod/mini';
import { array, oneOf } from '../../../src/contract/collections.ts';
import { type EventData, eventData, type eventTypes, type WebhookEvent } from '../../../src/contract/event.ts';
import { flag, model, number, text, timestamp, url } from '../../../src/contract/model.ts';
import type { Delivery, DeliveryAttempt } from '../../deliveries/delivery.ts';
import type { DeliveryFilter } from '../../deliveries/delivery-filter.ts';
import type { apiNames } from '../../http/api.ts';
import type { recordedMethods } from '../../records/request-filter.ts';
import type * as requests from '../../records/request-record.ts';
import {
  counts,
  deliveryStatuses,
  deliveryStatusName,
  endpoint,
  endpointName,
  eventTypeName,
  methodName,
  sourceName,
  strings,
  values,
} from './shared.ts';

/** The event to emit. */
export interface EmitParams {
  /** An event type that the specification lists. */
  type: (typeof eventTypes)[number];
  /** Fields of the event's data. Each field replaces the field of the sample data with the same name. */
  data?: EventData | undefined;
  /** The names of sample data fields to omit. */
  omit?: readonly string[] | undefined;
}

export const emitParams = model<EmitParams>({
  type: eventTypeName,
  data: optional(eventData),
  omit: optional(array(text)),
});

// Cast: the schema does not express that the type of `data` depends on the event's type.
export const webhookEvent = looseObject({
  id: text,
  type: text,
  created_at: timestamp,
  data: eventData,
}) as ZodMiniType as ZodMiniType<WebhookEvent>;

/** Selects the requests that match every given field. */
export interface RequestQuery {
  /** The endpoint's name, such as `projects.create`. */
  endpoint?: (typeof apiNames)[number] | undefined;
  idempotencyKey?: string | undefined;
  method?: (typeof recordedMethods)[number] | undefined;
  /** Whether the response was replayed for an Idempotency-Key. */
  replayed?: 'true' | 'false' | undefined;
  /** The status of the response. */
  status?: number | undefined;
  /** The sender: `console` for the mock's console, `any` for everyone. Default: everyone except the console. */
  source?: 'client' | 'console' | 'any' | undefined;
}

export const requestQuery = model<RequestQuery>({
  endpoint: optional(endpointName),
  idempotencyKey: optional(text),
  method: optional(methodName),
  replayed: optional(oneOf(['true', 'false'])),
  status: optional(number),
  source: optional(sourceName),
});

export const recordedResponse = model<requests.RecordedResponse>({ headers: strings, body: text, bytes: number });

export const appliedFault = model<requests.AppliedFault>({ kind: text, when: oneOf(['before', 'after']) });

export const requestReason = model<requests.RequestReason>({
  by: oneOf(['fault', 'service', 'client']),
  code: nullable(text),
  param: nullable(text),
  message: text,
  fault: nullable(appliedFault),
});

export const causedRecords = model<requests.CausedRecords>({ jobs: array(text), events: array(text) });

export const requestRecord = model<requests.RequestRecord>({
  id: text,
  at: timestamp,
  method: text,
  url: text,
  endpoint: nullable(endpoint),
  path: strings,
  query: values,
  headers: strings,
  body: unknown(),
  unknownFields: array(text),
  idempotencyKey: nullable(text),
  status: nullable(number),
  response: nullable(recordedResponse),
  why: nullable(requestReason),
  replayed: flag,
  replayOf: nullable(text),
  conflictsWith: nullable(text),
  fault: nullable(text),
  caused: causedRecords,
  source: oneOf(['client', 'console']),
  took: number,
});

/** The matching requests that the mock has kept, in the order in which they ended. */
export interface RequestList {
  requests: readonly requests.RequestRecord[];
  /** A digest of each request's API key, which identifies its workspace; null if no key was sent. */
  workspaces: readonly (string | null)[];
  /** For each endpoint, the number of older requests that the mock has dropped, whether or not they match. */
  dropped: Readonly<Record<string, number>>;
}

export const requestList = model<RequestList>({
  requests: array(requestRecord),
  workspaces: array(nullable(text)),
  dropped: counts,
});

/** Selects the deliveries that match every given field. */
export interface DeliveryQuery extends Omit<DeliveryFilter, 'data' | 'apiKey'> {}

export const deliveryQuery = model<DeliveryQuery>({
  type: optional(eventTypeName),
  webhookId: optional(text),
  status: optional(deliveryStatusName),
});

export const deliveryAttempt = model<DeliveryAttempt>({
  at: timestamp,
  headers: strings,
  response: nullable(looseObject({ status: number, body: text })),
  reason: nullable(text),
});

export const delivery = model<Delivery>({
  id: text,
  webhookId: text,
  url,
  event: webhookEvent,
  body: text,
  status: oneOf(deliveryStatuses),
  nextAttemptAt: nullable(timestamp),
  reason: nullable(text),
  fault: nullable(text),
  requestId: nullable(text),
  attempts: array(deliveryAttempt),
});

/** The matching deliveries that the mock has kept, oldest first. */
export interface DeliveryList {
  deliveries: readonly Delivery[];
  /** A digest of each delivery's API key, which identifies its workspace; null if there is none. */
  workspaces: readonly (string | null)[];
  /** For each event type, the number of older deliveries that the mock has dropped, whether or not they match. */
  dropped: Readonly<Record<string, number>>;
}

export const deliveryList = model<DeliveryList>({
  deliveries: array(delivery),
  workspaces: array(nullable(text)),
  dropped: counts,
});
