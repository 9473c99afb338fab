import { literal, minimum, nullable, union, unknown, type ZodMiniType, number as zodNumber } from 'zod/mini';
import { array, oneOf, record } from '../../../src/contract/collections.ts';
import { model, number, text, timestamp, url } from '../../../src/contract/model.ts';
import type { InputFields } from '../../records/request-filter.ts';
import type * as events from '../../stream/mock-event.ts';
import type { ClockStatus } from '../../time/mock-clock.ts';
import { delivery, requestRecord } from './records.ts';
import { listedJob } from './state.ts';

/** Identifies the mock. */
export interface About {
  /** The version of the package `clipwright`. */
  version: string;
  /** The base URL for clients. */
  baseUrl: string;
  /** The seed of the mock's ids. An id also depends on the API key of its workspace. */
  seed: string;
  /** The names of each endpoint's parameters and body fields, as a tree. `true` in the tree allows any field. */
  endpoints: InputFields;
  /** Digests of the accepted API keys; null if any key is accepted. */
  acceptedKeys: readonly string[] | null;
  /** The event types that the specification lists. */
  eventTypes: readonly string[];
}

// Cast: the mock sends its own tree of names, so no schema has to check it.
const inputFields = record(unknown()) as ZodMiniType as ZodMiniType<InputFields>;

export const about = model<About>({
  version: text,
  baseUrl: url,
  seed: text,
  endpoints: inputFields,
  acceptedKeys: nullable(array(text)),
  eventTypes: array(text),
});

export const clockStatus = model<ClockStatus>({
  mode: oneOf(['stepped', 'manual', 'realtime']),
  now: timestamp,
  speed: nullable(number),
  nextDue: nullable(timestamp),
});

/** How far to advance the clock. */
export interface AdvanceParams {
  /** Seconds, 0 or more. */
  advance_seconds: number;
}

export const advanceParams = model<AdvanceParams>({ advance_seconds: zodNumber().check(minimum(0)) });

/** The mock's time, or the time of the API key's workspace. */
export interface ClockTime {
  /** Mock time, ISO 8601. */
  now: string;
}

export const clockTime = model<ClockTime>({ now: timestamp });

export const helloEvent = model<events.HelloEvent>({ type: literal('hello'), clock: clockStatus });
export const requestEvent = model<events.RequestEvent>({ type: literal('request'), request: requestRecord });
export const deliveryEvent = model<events.DeliveryEvent>({ type: literal('delivery'), delivery });
export const jobEvent = model<events.JobEvent>({ type: literal('job'), job: listedJob });
export const projectEvent = model<events.ProjectEvent>({
  type: literal('project'),
  projectId: nullable(text),
  revision: number,
});
export const faultsEvent = model<events.FaultsEvent>({ type: literal('faults') });
export const clockEvent = model<events.ClockEvent>({ type: literal('clock'), clock: clockStatus });
export const resetEvent = model<events.ResetEvent>({ type: literal('reset') });
export const gapEvent = model<events.GapEvent>({ type: literal('gap'), missed: nullable(number) });

/** An event of the stream, sent as `data` of a server-sent event. */
export type StreamedEvent = events.HelloEvent | events.Change | events.GapEvent;

export const streamedEvent: ZodMiniType<StreamedEvent> = union([
  helloEvent,
  requestEvent,
  deliveryEvent,
  jobEvent,
  projectEvent,
  faultsEvent,
  clockEvent,
  resetEvent,
  gapEvent,
]);
