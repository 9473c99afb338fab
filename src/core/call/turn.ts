import type { Semaphore } from '../async/semaphore.ts';
import type { GatedCall } from './attempt-queue.ts';
import type { EndAttempt, RateGate, Turn } from './rate-gate.ts';

/** What an attempt waits for. */
export interface AttemptLimits {
  readonly gate: RateGate;
  /** Bounds the attempts in flight. */
  readonly slots: Semaphore;
}

/** Waits until an attempt may be sent, and returns the function that ends it. Rejects as {@link RateGate.enter} does. */
export async function takeTurn(
  call: GatedCall,
  { gate, slots }: AttemptLimits,
  signal: AbortSignal,
): Promise<EndAttempt> {
  for (;;) {
    // A call never waits for one with the other in its hands: slots are those of one client, but others share the gate.
    const turn = await gate.enter(call, signal);
    const endAttempt = begin(turn, slots.tryAcquire());
    if (endAttempt) return endAttempt;
    const freeSlot = await slots.acquire(call.place, signal);
    const endLateAttempt = begin(gate.tryEnter(call), freeSlot);
    if (endLateAttempt) return endLateAttempt;
  }
}

/** Undefined, and both are given back, unless the attempt may be sent at once. */
function begin(turn: Turn | undefined, freeSlot: (() => void) | undefined): EndAttempt | undefined {
  if (turn && freeSlot && turn.begin()) {
    return (verdict) => {
      const opensIn = turn.end(verdict);
      freeSlot();
      return opensIn;
    };
  }
  turn?.giveBack();
  freeSlot?.();
  return undefined;
}
