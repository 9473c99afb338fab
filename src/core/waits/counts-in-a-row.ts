/** Counts how often something has happened in a row to each of several things. */
export class CountsInARow<Key> {
  readonly #counts = new Map<Key, number>();

  /** How often it has happened in a row so far. */
  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Returns how often it has happened in a row, with this time. */
  add(key: Key): number {
    const count = this.of(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  reset(key: Key): void {
    this.#counts.delete(key);
  }
}
