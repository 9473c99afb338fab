import { RateGate } from './rate-gate.ts';

/** From this many on, idle gates are dropped: an `apiKey` function may return a new key each time. */
const MAX_GATES = 1000;

/** The gates of a client and its copies: one for each origin and API key, as services count. */
export class RateGates {
  // Private, since the names contain API keys.
  readonly #gates = new Map<string, RateGate>();
  #room = MAX_GATES;
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

  /**
   * Drops idle gates: those that are open until half of the room is free, those that were used least recently first, and
   * then those whose cool-downs end first until there is room for one.
   */
  #makeRoom(): void {
    if (this.#gates.size < this.#room) return;
    const idle = [...this.#gates].filter(([, { isIdle }]) => isIdle).map(([name, { opensIn }]) => ({ name, opensIn }));
    for (const { name, opensIn } of idle.sort((one, other) => one.opensIn - other.opensIn)) {
      if (this.#gates.size <= (opensIn === 0 ? MAX_GATES / 2 : MAX_GATES - 1)) break;
      this.#gates.delete(name);
    }
    // So that where few can be dropped, not every new one looks for some.
    this.#room = Math.max(MAX_GATES, 1.5 * this.#gates.size);
  }
}
