/** The newest entries of something that goes on for ever: so many, and no more than so much. */
export class Ring<Entry> {
  readonly #maxCount: number;
  readonly #maxSize: number;
  #entries: { readonly entry: Entry; readonly size: number }[] = [];
  #size = 0;

  /** @param maxSize What the sizes of all entries may add up to; the newest is kept whatever its size. */
  constructor(maxCount: number, maxSize: number) {
    this.#maxCount = maxCount;
    this.#maxSize = maxSize;
  }

  push(entry: Entry, size: number): void {
    this.#entries.push({ entry, size });
    this.#size += size;
    while (this.#isFull() && this.#entries.length > 1) this.#size -= this.#entries.shift()?.size ?? 0;
  }

  /** Oldest first. */
  entries(): Entry[] {
    return this.#entries.map(({ entry }) => entry);
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }

  #isFull(): boolean {
    return this.#entries.length > this.#maxCount || this.#size > this.#maxSize;
  }
}
