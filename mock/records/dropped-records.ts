/** How many records a log no longer keeps, by endpoint or type of event. */
export class DroppedRecords {
  readonly #counts: Map<string, number>;

  constructor(counts: Readonly<Record<string, number>> = {}) {
    this.#counts = new Map(Object.entries(counts));
  }

  /** All of them, by name. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  add(names: readonly (string | null)[]): void {
    for (const name of names) if (name !== null) this.#counts.set(name, this.count(name) + 1);
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  clear(): void {
    this.#counts.clear();
  }
}
