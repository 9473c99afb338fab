import { RateGate } from './rate-gate.ts';

/** Above this many, the idle gate that was used least recently is dropped: an `apiKey` function may return a new key each time. */
const MAX_GATES = 1000;

/** The gates of a client and its copies: one for each origin and API key, as services count. */
export class RateGates {
  // Private, since the names contain API keys.
  readonly #gates = new Map<string, RateGate>();
  #calls = 0;

  /** The place of a new call among those that wait. */
  nextPlace(): number {
    this.#calls += 1;
    return this.#calls;
  }

  get(origin: string, apiKey: string): RateGate {
    const name = `${origin} ${apiKey}`;
    const gate = this.#gates.get(name) ?? new RateGate();
    // Added again, so that the order is that of the last use.
    if (!this.#gates.delete(name) && this.#gates.size >= MAX_GATES) this.#dropOldestIdle();
    this.#gates.set(name, gate);
    return gate;
  }

  #dropOldestIdle(): void {
    for (const [name, { isIdle }] of this.#gates) {
      if (isIdle) {
        this.#gates.delete(name);
        return;
      }
    }
  }
}
