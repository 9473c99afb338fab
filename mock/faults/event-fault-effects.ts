import type { EventFaultEffects, Optional } from './fault.ts';

/** Returns the effects of the fault that applies to an event, if any. All other effects have a value that changes nothing. */
export function eventEffectsOf(fault: Optional<EventFaultEffects> = {}) {
  const { delay = 0, duplicate = 0, drop = false } = fault;
  // With `satisfies`, the compiler reports an effect that is missing here.
  return { delay, duplicate, drop } satisfies Record<keyof EventFaultEffects, unknown>;
}
