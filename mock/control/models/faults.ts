import { nullable, optional, union, unknown, type ZodMiniOptional, type ZodMiniType } from 'zod/mini';
import { array, oneOf, record } from '../../../src/contract/collections.ts';
import { eventTypes } from '../../../src/contract/event.ts';
import { model, number, text } from '../../../src/contract/model.ts';
import type * as faults from '../../faults/fault.ts';
import { callFaultKinds, eventFaultKinds, type FaultKind, fileFaultKinds } from '../../faults/fault-kinds.ts';
import { fileKinds } from '../../http/urls.ts';
import { endpoint, isTrue, strings, values } from './shared.ts';

export const callMatch = model<faults.CallMatch>({
  endpoint: optional(endpoint),
  project: optional(text),
  share: optional(number),
});

const callFaultFields = {
  match: optional(callMatch),
  when: optional(oneOf(['before', 'after'])),
  ...schemasOf<faults.CallFaultEffects>(callFaultKinds),
  headers: optional(strings),
  times: optional(number),
};

export const fileMatch = model<faults.FileMatch>({
  file: union([isTrue, oneOf(fileKinds)]),
  share: optional(number),
});

const fileFaultFields = {
  match: fileMatch,
  ...schemasOf<faults.FileFaultEffects>(fileFaultKinds),
  headers: optional(strings),
  times: optional(number),
};

export const eventMatch = model<faults.EventMatch>({
  event: oneOf([...eventTypes, '*']),
  webhook: optional(text),
  share: optional(number),
});

const eventFaultFields = {
  match: eventMatch,
  ...schemasOf<faults.EventFaultEffects>(eventFaultKinds),
  times: optional(number),
};

/** Returns the schemas of the fields that describe a fault's effect. */
function schemasOf<Effects>(kinds: Readonly<Record<keyof Effects, FaultKind>>): {
  [Name in keyof Effects]: ZodMiniOptional<ZodMiniType<Effects[Name]>>;
} {
  const ofType = { flag: isTrue, number, text, json: values };
  const schemas = Object.entries<FaultKind>(kinds).map(([name, { type }]) => [name, optional(ofType[type])]);
  // Cast: `fault-kinds.ts` already checks that each kind has the type of its field.
  return Object.fromEntries(schemas) as ReturnType<typeof schemasOf<Effects>>;
}

/** A fault for requests. Exactly one field besides `match`, `when`, `headers` and `times` describes its effect. */
export interface CallFaultParams extends Omit<faults.ActiveCallFault, keyof faults.FaultStatus> {}

export const callFaultParams = model<CallFaultParams>(callFaultFields);

/** A fault for downloads of files. Exactly one field besides `match`, `headers` and `times` describes its effect. */
export interface FileFaultParams extends Omit<faults.ActiveFileFault, keyof faults.FaultStatus> {}

export const fileFaultParams = model<FileFaultParams>(fileFaultFields);

/** A fault for the deliveries of an event. Exactly one field besides `match` and `times` describes its effect. */
export interface EventFaultParams extends Omit<faults.ActiveEventFault, keyof faults.FaultStatus> {}

export const eventFaultParams = model<EventFaultParams>(eventFaultFields);

/** The fault to add. */
export type FaultParams = faults.Fault;

// Cast: `faults.add` checks the fault.
export const faultParams = record(unknown()) as ZodMiniType as ZodMiniType<FaultParams>;

const faultStatus = {
  id: text,
  hits: number,
  left: nullable(number),
  scope: oneOf(['key', 'all']),
};

export const activeCallFault = model<faults.ActiveCallFault>({ ...faultStatus, ...callFaultFields });

export const activeFileFault = model<faults.ActiveFileFault>({ ...faultStatus, ...fileFaultFields });

export const activeEventFault = model<faults.ActiveEventFault>({ ...faultStatus, ...eventFaultFields });

export const activeFault: ZodMiniType<faults.ActiveFault> = union([activeEventFault, activeFileFault, activeCallFault]);

/** The active faults, oldest first. */
export interface FaultList {
  faults: readonly faults.ActiveFault[];
  /** The newest faults that have been applied `times` times, oldest first. */
  usedUp: readonly faults.ActiveFault[];
}

export const faultList = model<FaultList>({ faults: array(activeFault), usedUp: array(activeFault) });
