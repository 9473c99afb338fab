import {
  enum as enumeration,
  literal,
  looseObject,
  minimum,
  nullable,
  optional,
  strictObject,
  string,
  union,
  unknown,
  type ZodMiniType,
  number as zodNumber,
} from 'zod/mini';
import { array, record } from '../../src/contract/collections.ts';
import { type EventData, eventData, eventTypes, type WebhookEvent } from '../../src/contract/event.ts';
import { flag, model, nonEmpty, number, text, timestamp, url } from '../../src/contract/model.ts';
import { apiNames } from '../api/table.ts';
import type { Delivery, DeliveryAttempt } from '../deliveries/delivery.ts';
import type { ActiveCallFault, ActiveEventFault, ActiveFault, CallMatch, EventMatch } from '../faults/fault.ts';
import type { JobOutcome } from '../jobs/outcomes.ts';
import type { RequestRecord } from '../records/request-log.ts';
import type { SeedProjectOptions } from '../services/seed.ts';
import type { MockSnapshot } from '../state/snapshot-types.ts';

/** The response of a route that has nothing to say. */
export type Done = Record<string, never>;

export const done: ZodMiniType<Done> = strictObject({});

const strings: ZodMiniType<Readonly<Record<string, string>>> = record(text);
const values: ZodMiniType<Readonly<Record<string, unknown>>> = record(unknown());
const isTrue: ZodMiniType<true> = literal(true);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
const endpoint = enumeration(apiNames);

/**
 * A string that the mock's own method checks, in the same words as in process; only the description of control names its
 * values.
 */
function nameOf<const Name extends string>(_names: readonly Name[]): ZodMiniType<Name> {
  // Cast: a method of the mock checks it.
  return string() as ZodMiniType as ZodMiniType<Name>;
}

const endpointName = nameOf(apiNames);
const methodName = nameOf(methods);
const eventTypeName = nameOf(eventTypes);
const deliveryStatusName = nameOf(deliveryStatuses);

// Cast: `restore` checks all of it.
export const mockSnapshot: ZodMiniType<MockSnapshot> = record(unknown()) as ZodMiniType as ZodMiniType<MockSnapshot>;

/** By how much to advance the clock. */
export interface AdvanceParams {
  /** Seconds, 0 or more. */
  advance_seconds: number;
}

export const advanceParams: ZodMiniType<AdvanceParams> = model<AdvanceParams>({
  advance_seconds: zodNumber().check(minimum(0)),
});

/** The mock's time. */
export interface ClockTime {
  /** Mock time, ISO 8601. */
  now: string;
}

export const clockTime: ZodMiniType<ClockTime> = model<ClockTime>({ now: timestamp });

/** The project to create. */
export interface SeedProjectParams extends Omit<SeedProjectOptions, 'apiKey'> {}

export const seedProjectParams: ZodMiniType<SeedProjectParams> = model<SeedProjectParams>({
  name: nonEmpty,
  description: optional(text),
  captions: optional(text),
});

/** The event to emit. */
export interface EmitParams {
  /** One of the types that the specification lists. */
  type: (typeof eventTypes)[number];
  /** Fields of the event's data, put in place of those of the sample data one by one. */
  data?: EventData | undefined;
}

export const emitParams: ZodMiniType<EmitParams> = model<EmitParams>({
  type: eventTypeName,
  data: optional(eventData),
});

/** Which requests to list: those that match every given field. */
export interface RequestQuery {
  /** The endpoint's name, such as `projects.create`. */
  endpoint?: (typeof apiNames)[number] | undefined;
  idempotencyKey?: string | undefined;
  method?: (typeof methods)[number] | undefined;
  /** Whether the response was replayed for an Idempotency-Key. */
  replayed?: 'true' | 'false' | undefined;
  /** The status of the response. */
  status?: number | undefined;
}

export const requestQuery: ZodMiniType<RequestQuery> = model<RequestQuery>({
  endpoint: optional(endpointName),
  idempotencyKey: optional(text),
  method: optional(methodName),
  replayed: optional(enumeration(['true', 'false'])),
  status: optional(number),
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
  replayed: flag,
  fault: nullable(text),
});

/** The requests that the mock keeps and that match, in the order in which they ended. */
export interface RequestList {
  requests: readonly RequestRecord[];
}

export const requestList: ZodMiniType<RequestList> = model<RequestList>({ requests: array(requestRecord) });

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

// Cast: of the events' types, each has data of its own.
export const webhookEvent: ZodMiniType<WebhookEvent> = looseObject({
  id: text,
  type: text,
  created_at: timestamp,
  data: eventData,
}) as ZodMiniType as ZodMiniType<WebhookEvent>;

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
  attempts: array(deliveryAttempt),
});

/** The deliveries that the mock keeps and that match, oldest first. */
export interface DeliveryList {
  deliveries: readonly Delivery[];
}

export const deliveryList: ZodMiniType<DeliveryList> = model<DeliveryList>({ deliveries: array(delivery) });

export const callMatch: ZodMiniType<CallMatch> = model<CallMatch>({
  endpoint: optional(endpoint),
  project: optional(text),
  share: optional(number),
});

const callFaultFields = {
  match: optional(callMatch),
  when: optional(enumeration(['before', 'after'])),
  status: optional(number),
  headers: optional(strings),
  delay: optional(number),
  drop: optional(isTrue),
  stall: optional(isTrue),
  cut: optional(isTrue),
  malformed: optional(isTrue),
  omit: optional(text),
  set: optional(values),
  times: optional(number),
};

export const eventMatch: ZodMiniType<EventMatch> = model<EventMatch>({
  event: enumeration([...eventTypes, '*']),
  webhook: optional(text),
  share: optional(number),
});

const eventFaultFields = {
  match: eventMatch,
  delay: optional(number),
  duplicate: optional(number),
  drop: optional(isTrue),
  times: optional(number),
};

/** A fault of requests. Exactly one field besides `match`, `when`, `headers` and `times` says what happens. */
export interface CallFaultParams extends Omit<ActiveCallFault, 'id'> {}

export const callFaultParams: ZodMiniType<CallFaultParams> = model<CallFaultParams>(callFaultFields);

/** A fault of the webhook deliveries of an event. Exactly one of `delay`, `duplicate` and `drop` says what happens. */
export interface EventFaultParams extends Omit<ActiveEventFault, 'id'> {}

export const eventFaultParams: ZodMiniType<EventFaultParams> = model<EventFaultParams>(eventFaultFields);

/** The fault to add. */
export type FaultParams = CallFaultParams | EventFaultParams;

// Cast: `faults.add` checks it.
export const faultParams: ZodMiniType<FaultParams> = record(unknown()) as ZodMiniType as ZodMiniType<FaultParams>;

export const activeCallFault: ZodMiniType<ActiveCallFault> = model<ActiveCallFault>({ id: text, ...callFaultFields });

export const activeEventFault: ZodMiniType<ActiveEventFault> = model<ActiveEventFault>({
  id: text,
  ...eventFaultFields,
});

export const activeFault: ZodMiniType<ActiveFault> = union([activeEventFault, activeCallFault]);

/** The faults in force, oldest first. */
export interface FaultList {
  faults: readonly ActiveFault[];
}

export const faultList: ZodMiniType<FaultList> = model<FaultList>({ faults: array(activeFault) });

/** The outcome of the next job that starts. */
export interface NextJobParams extends Omit<JobOutcome, 'apiKey'> {}

export const nextJobParams: ZodMiniType<NextJobParams> = model<NextJobParams>({
  status: enumeration(['completed', 'failed', 'held', 'review']),
  error: optional(text),
  seconds: optional(number),
  times: optional(number),
});

/** What to do with a job. */
export interface JobParams {
  /** `held` stops its progress. */
  status: 'completed' | 'failed' | 'cancelled' | 'held';
  /** The job's error. For `failed` only. */
  error?: string | undefined;
  /** How long it is held, in seconds of mock time, 0 to 1,000,000,000; until it is ended if omitted. For `held` only. */
  seconds?: number | undefined;
}

export const jobParams: ZodMiniType<JobParams> = model<JobParams>({
  status: enumeration(['completed', 'failed', 'cancelled', 'held']),
  error: optional(text),
  seconds: optional(number),
});

/** The values of schemas that let any string pass, for a method of the mock to refuse. */
export const knownValues: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [endpointName, apiNames],
  [methodName, methods],
  [eventTypeName, eventTypes],
  [deliveryStatusName, deliveryStatuses],
]);
