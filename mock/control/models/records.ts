import { enum as enumeration, looseObject, nullable, optional, unknown, type ZodMiniType } from 'zod/mini';
import { array } from '../../../src/contract/collections.ts';
import { type EventData, eventData, type eventTypes, type WebhookEvent } from '../../../src/contract/event.ts';
import { flag, model, number, text, timestamp, url } from '../../../src/contract/model.ts';
import type { Delivery, DeliveryAttempt } from '../../deliveries/delivery.ts';
import type { apiNames } from '../../http/api.ts';
import type { recordedMethods } from '../../records/request-filter.ts';
import type { CausedRecords, RecordedResponse, RequestReason, RequestRecord } from '../../records/request-record.ts';
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
  /** One of the types that the specification lists. */
  type: (typeof eventTypes)[number];
  /** Fields of the event's data, put in place of those of the sample data one by one. */
  data?: EventData | undefined;
  /** The names of fields of the sample data to leave out. */
  omit?: readonly string[] | undefined;
}

export const emitParams: ZodMiniType<EmitParams> = model<EmitParams>({
  type: eventTypeName,
  data: optional(eventData),
  omit: optional(array(text)),
});

// Cast: the data depends on the type of the event.
export const webhookEvent: ZodMiniType<WebhookEvent> = looseObject({
  id: text,
  type: text,
  created_at: timestamp,
  data: eventData,
}) as ZodMiniType as ZodMiniType<WebhookEvent>;

/** Which requests to list: those that match every given field. */
export interface RequestQuery {
  /** The endpoint's name, such as `projects.create`. */
  endpoint?: (typeof apiNames)[number] | undefined;
  idempotencyKey?: string | undefined;
  method?: (typeof recordedMethods)[number] | undefined;
  /** Whether the response was replayed for an Idempotency-Key. */
  replayed?: 'true' | 'false' | undefined;
  /** The status of the response. */
  status?: number | undefined;
  /** Who sent it: `console` for the mock's console, `any` for everyone; everyone except the console if omitted. */
  source?: 'client' | 'console' | 'any' | undefined;
}

export const requestQuery: ZodMiniType<RequestQuery> = model<RequestQuery>({
  endpoint: optional(endpointName),
  idempotencyKey: optional(text),
  method: optional(methodName),
  replayed: optional(enumeration(['true', 'false'])),
  status: optional(number),
  source: optional(sourceName),
});

export const recordedResponse: ZodMiniType<RecordedResponse> = model<RecordedResponse>({
  headers: strings,
  body: text,
  bytes: number,
});

export const requestReason: ZodMiniType<RequestReason> = model<RequestReason>({
  by: enumeration(['fault', 'service', 'client']),
  code: nullable(text),
  param: nullable(text),
  message: text,
});

export const causedRecords: ZodMiniType<CausedRecords> = model<CausedRecords>({
  jobs: array(text),
  events: array(text),
});

export const requestRecord: ZodMiniType<RequestRecord> = model<RequestRecord>({
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
  fault: nullable(text),
  caused: causedRecords,
  source: enumeration(['client', 'console']),
  took: number,
});

/** The requests that the mock keeps and that match, in the order in which they ended. */
export interface RequestList {
  requests: readonly RequestRecord[];
  /** The workspace of each, by a digest of its API key; null where none was sent. */
  workspaces: readonly (string | null)[];
  /** How many older requests the mock no longer keeps, of all workspaces, by endpoint. */
  dropped: Readonly<Record<string, number>>;
}

export const requestList: ZodMiniType<RequestList> = model<RequestList>({
  requests: array(requestRecord),
  workspaces: array(nullable(text)),
  dropped: counts,
});

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
