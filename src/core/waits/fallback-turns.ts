/**
 * Which waits on a project poll their own status URLs when its job list has failed: a few, in turn. Each that succeeds lets
 * one more do so the next time, and each that fails halves their number, so that a service in trouble is not flooded.
 */
export class FallbackTurns {
  /** The one that has been without a turn for longest is the first. */
  readonly #waits = new Set<object>();
  readonly #due = new Set<object>();
  #limit = minTurns;

  add(wait: object): void {
    this.#waits.add(wait);
  }

  delete(wait: object): void {
    this.#waits.delete(wait);
  }

  /** Called when the list has failed. */
  deal(): void {
    this.#due.clear();
    for (const wait of [...this.#waits].slice(0, this.#limit)) {
      this.#due.add(wait);
      this.#waits.delete(wait);
      this.#waits.add(wait);
    }
  }

  /** Does the work if it is the wait's turn; undefined if it is not. */
  async take<Result>(wait: object, work: () => Promise<Result>): Promise<Result | undefined> {
    if (!this.#due.delete(wait)) return undefined;
    try {
      const result = await work();
      this.#limit += 1;
      return result;
    } catch (error) {
      this.#limit = Math.max(minTurns, Math.floor(this.#limit / 2));
      throw error;
    }
  }
}

const minTurns = 4;
