import { RateGate } from './rate-gate.ts';

/** Above this many, idle gates are dropped: an `apiKey` function may return a new key each time. */
const MAX_GATES = 1000;

/** The gates of a client and its copies: one for each origin and API key, as services count. */
export class RateGates {
  // Private, since the names contain API keys.
  readonly #gates = new Map<string, RateGate>();
  #calls = 0;

  /** A turn behind all calls that wait. */
  nextTurn(): number {
    this.#calls += 1;
    return this.#calls;
  }

  get(origin: string, apiKey: string): RateGate {
    const name = `${origin} ${apiKey}`;
    const gate = this.#gates.get(name) ?? new RateGate(() => this.nextTurn());
    // Added again, so that the order is that of the last use.
    if (!this.#gates.delete(name)) this.#makeRoom();
    this.#gates.set(name, gate);
    return gate;
  }

  #makeRoom(): void {
    while (this.#gates.size >= MAX_GATES) {
      const name = this.#firstToOpen();
      if (name === undefined) return;
      this.#gates.delete(name);
    }
  }

  /**
   * Of the idle gates: of those that are open the one that was used least recently, else the one whose cool-down ends
   * first.
   */
  #firstToOpen(): string | undefined {
    let first: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [name, { isIdle, opensIn }] of this.#gates) {
      if (!isIdle || opensIn >= least) continue;
      [first, least] = [name, opensIn];
      if (opensIn === 0) break;
    }
    return first;
  }
}
