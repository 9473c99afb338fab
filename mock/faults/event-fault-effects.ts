import type { ActiveEventFault, EventFault } from './fault.ts';
import { type EventFaultKind, eventFaultKindNames } from './fault-kinds.ts';

/** How an event is delivered to one webhook. */
export interface DeliveryPlan {
  /** How many times the event is delivered. */
  readonly copies: number;
  /** Milliseconds of mock time until the first attempt. */
  readonly delay: number;
  /** Whether the first attempt is dropped. */
  readonly isDropped: boolean;
}

/** What each kind of event fault does. */
const effects: { readonly [Name in EventFaultKind]: (value: NonNullable<EventFault[Name]>) => Partial<DeliveryPlan> } =
  {
    delay: (delay) => ({ delay }),
    duplicate: (duplicate) => ({ copies: 1 + duplicate }),
    drop: () => ({ isDropped: true }),
  };

/** How an event is delivered that this fault is applied to, or none. */
export function planDelivery(fault: ActiveEventFault | undefined): DeliveryPlan {
  const kind = fault && eventFaultKindNames.find((name) => fault[name] !== undefined);
  return { copies: 1, delay: 0, isDropped: false, ...(kind && applyKind(kind, fault)) };
}

function applyKind<Name extends EventFaultKind>(name: Name, fault: ActiveEventFault): Partial<DeliveryPlan> {
  // Cast: the compiler does not see that the field of this name holds the kind's value.
  return effects[name](fault[name] as NonNullable<EventFault[Name]>);
}
