/** The newest entries of something that goes on for ever. */
export class Ring<Entry> {
  readonly #limit: number;
  #entries: Entry[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    // Trimmed now and then: cutting one off the front of an array costs as much as cutting many.
    if (this.#entries.length >= 2 * this.#limit) this.#entries = this.#entries.slice(-this.#limit);
  }

  /** Oldest first. */
  entries(): Entry[] {
    return this.#entries.slice(-this.#limit);
  }

  clear(): void {
    this.#entries = [];
  }
}
