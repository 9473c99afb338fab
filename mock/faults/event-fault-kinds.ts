import { type Check, wholeNumber } from '../../src/core/options/checks.ts';
import { MAX_DELAY } from '../time/clock.ts';
import { onlyTrue } from './checks.ts';
import type { ActiveEventFault, EventFault } from './fault.ts';

/** The fields of a fault that say what it does to a delivery; it has exactly one of them. */
export type EventFaultKind = Exclude<keyof EventFault, 'match' | 'times' | 'apiKey'>;

/** How an event is delivered to one webhook. */
export interface DeliveryPlan {
  /** How many times the event is delivered. */
  readonly copies: number;
  /** Milliseconds of mock time until the first attempt. */
  readonly delay: number;
  /** Whether the first attempt is dropped. */
  readonly isDropped: boolean;
}

interface Kind<Value> {
  /** What the field's value must be. */
  readonly check: Check;
  apply(value: Value): Partial<DeliveryPlan>;
}

const MAX_DUPLICATES = 10;

/** All kinds of event faults: a new field of {@link EventFault} needs its entry here to compile. */
export const eventFaultKinds: { readonly [Name in EventFaultKind]: Kind<NonNullable<EventFault[Name]>> } = {
  delay: { check: wholeNumber(0, MAX_DELAY), apply: (delay) => ({ delay }) },
  duplicate: { check: wholeNumber(1, MAX_DUPLICATES), apply: (duplicate) => ({ copies: 1 + duplicate }) },
  drop: { check: onlyTrue, apply: () => ({ isDropped: true }) },
};

// Cast: `keys` gives strings.
export const eventFaultKindNames = Object.keys(eventFaultKinds) as EventFaultKind[];

/** How an event is delivered that this fault is applied to, or none. */
export function planDelivery(fault: ActiveEventFault | undefined): DeliveryPlan {
  const kind = fault && eventFaultKindNames.find((name) => fault[name] !== undefined);
  return { copies: 1, delay: 0, isDropped: false, ...(kind && applyKind(kind, fault)) };
}

function applyKind<Name extends EventFaultKind>(name: Name, fault: ActiveEventFault): Partial<DeliveryPlan> {
  // Cast: the compiler does not see that the field of this name holds the kind's value.
  return eventFaultKinds[name].apply(fault[name] as NonNullable<EventFault[Name]>);
}
