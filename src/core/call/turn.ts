import type { GatedCall } from './attempt-queue.ts';
import type { EndAttempt, RateGate } from './rate-gate.ts';

/** Waits until an attempt may be sent, and returns the function that ends it. Rejects as {@link RateGate.enter} does. */
export async function takeTurn(call: GatedCall, gate: RateGate, signal: AbortSignal): Promise<EndAttempt> {
  for (;;) {
    const turn = await gate.enter(call, signal);
    if (turn.begin()) return turn.end;
    // The gate has closed since.
    turn.end('unknown');
  }
}
