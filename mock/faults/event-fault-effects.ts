import type { ActiveEventFault, EventFaultEffects } from './fault.ts';
import { eventFaultKindNames } from './fault-kinds.ts';

export interface DeliveryPlan {
  readonly copies: number;
  /** Milliseconds of mock time until the first attempt. */
  readonly delay: number;
  /** Whether the first attempt is dropped. */
  readonly isDropped: boolean;
}

type Effect<Value> = (value: Value) => Partial<DeliveryPlan>;

const effects: { readonly [Name in keyof EventFaultEffects]: Effect<EventFaultEffects[Name]> } = {
  delay: (delay) => ({ delay }),
  duplicate: (duplicate) => ({ copies: 1 + duplicate }),
  drop: () => ({ isDropped: true }),
};

/** Returns how to deliver an event. `fault` is the fault that applies to the event, if any. */
export function planDelivery(fault: ActiveEventFault | undefined): DeliveryPlan {
  const kind = fault && eventFaultKindNames.find((name) => fault[name] !== undefined);
  return { copies: 1, delay: 0, isDropped: false, ...(kind && applyKind(kind, fault)) };
}

function applyKind<Name extends keyof EventFaultEffects>(name: Name, fault: ActiveEventFault): Partial<DeliveryPlan> {
  // Cast: `fault[name]` has the type that the effect of this kind takes.
  return effects[name](fault[name] as EventFaultEffects[Name]);
}
