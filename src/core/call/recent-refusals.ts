/**
 * A refusal is forgotten after so many more rounds of the gate: few, since a limit that is exceeded for all the time is
 * found again within one or two, and what is behind newer calls by mistake must not wait for long. They are counted,
 * not timed, since a round lasts as long as the service asks to wait.
 */
const ROUNDS = 10;

/** Above this many, the refusals that are longest ago are forgotten. */
const MAX_NAMES = 1000;

/** The endpoints and paths of which a call was refused lately, and that may have a limit of their own. */
export class RecentRefusals {
  /** The round of the last refusal of each, in the order of these. */
  readonly #rounds = new Map<string, number>();
  #round = 0;

  add(names: readonly string[]): void {
    for (const name of names) {
      // Added again, so that the order is that of the last refusal.
      this.#rounds.delete(name);
      this.#rounds.set(name, this.#round);
    }
    for (const name of this.#rounds.keys()) {
      if (this.#rounds.size <= MAX_NAMES) break;
      this.#rounds.delete(name);
    }
  }

  /** How many of these were refused lately. */
  count(names: readonly string[]): number {
    return names.filter((name) => this.#round - (this.#rounds.get(name) ?? Number.NEGATIVE_INFINITY) <= ROUNDS).length;
  }

  clear(): void {
    this.#rounds.clear();
  }

  endRound(): void {
    this.#round += 1;
  }
}
