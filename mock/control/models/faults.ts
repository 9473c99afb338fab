import { enum as enumeration, nullable, optional, union, unknown, type ZodMiniType } from 'zod/mini';
import { array, record } from '../../../src/contract/collections.ts';
import { eventTypes } from '../../../src/contract/event.ts';
import { model, number, text } from '../../../src/contract/model.ts';
import type {
  ActiveCallFault,
  ActiveEventFault,
  ActiveFault,
  CallMatch,
  EventMatch,
  FaultStatus,
} from '../../faults/fault.ts';
import { endpoint, isTrue, strings, values } from './shared.ts';

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
export interface CallFaultParams extends Omit<ActiveCallFault, keyof FaultStatus> {}

export const callFaultParams: ZodMiniType<CallFaultParams> = model<CallFaultParams>(callFaultFields);

/** A fault of the webhook deliveries of an event. Exactly one of `delay`, `duplicate` and `drop` says what happens. */
export interface EventFaultParams extends Omit<ActiveEventFault, keyof FaultStatus> {}

export const eventFaultParams: ZodMiniType<EventFaultParams> = model<EventFaultParams>(eventFaultFields);

/** The fault to add. */
export type FaultParams = CallFaultParams | EventFaultParams;

// Cast: `faults.add` checks it.
export const faultParams: ZodMiniType<FaultParams> = record(unknown()) as ZodMiniType as ZodMiniType<FaultParams>;

const faultStatus = {
  id: text,
  hits: number,
  left: nullable(number),
  scope: enumeration(['key', 'all']),
};

export const activeCallFault: ZodMiniType<ActiveCallFault> = model<ActiveCallFault>({
  ...faultStatus,
  ...callFaultFields,
});

export const activeEventFault: ZodMiniType<ActiveEventFault> = model<ActiveEventFault>({
  ...faultStatus,
  ...eventFaultFields,
});

export const activeFault: ZodMiniType<ActiveFault> = union([activeEventFault, activeCallFault]);

/** The faults in force, oldest first. */
export interface FaultList {
  faults: readonly ActiveFault[];
}

export const faultList: ZodMiniType<FaultList> = model<FaultList>({ faults: array(activeFault) });
