import type { Semaphore } from '../async/semaphore.ts';
import type { GatedCall } from './attempt-queue.ts';
import type { EndAttempt, RateGate } from './rate-gate.ts';

/** What an attempt waits for. */
export interface AttemptLimits {
  readonly gate: RateGate;
  /** Bounds the attempts in flight. */
  readonly slots: Semaphore;
}

/** Waits until an attempt may be sent, and returns the function that ends it. Rejects as {@link RateGate.enter} does. */
export async function takeTurn(call: GatedCall, limits: AttemptLimits, signal: AbortSignal): Promise<EndAttempt> {
  for (;;) {
    const endAttempt = await tryToTakeTurn(call, limits, signal);
    if (endAttempt !== undefined) return endAttempt;
  }
}

/** Undefined if the gate closed during the wait for a slot. The gate is first, so that those that it stops take no slot. */
async function tryToTakeTurn(
  call: GatedCall,
  { gate, slots }: AttemptLimits,
  signal: AbortSignal,
): Promise<EndAttempt | undefined> {
  const turn = await gate.enter(call, signal);
  const freeSlot = await slots.acquire(call.place, signal).catch((cause) => {
    turn.end('unknown');
    throw cause;
  });
  const endAttempt: EndAttempt = (verdict) => {
    const opensIn = turn.end(verdict);
    freeSlot();
    return opensIn;
  };
  if (turn.begin()) return endAttempt;
  endAttempt('unknown');
  return undefined;
}
