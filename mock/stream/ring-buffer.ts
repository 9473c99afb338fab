interface SizedEntry<Entry> {
  readonly entry: Entry;
  readonly size: number;
}

/** Keeps the newest entries, up to a number of entries and a total size. */
export class RingBuffer<Entry> {
  readonly #maxCount: number;
  readonly #maxSize: number;
  #entries: (SizedEntry<Entry> | undefined)[] = [];
  /** The index of the oldest entry. Shifting the array would take time proportional to its length. */
  #start = 0;
  #size = 0;

  /** @param maxSize The limit of the total size. The newest entry is always kept. */
  constructor(maxCount: number, maxSize: number) {
    this.#maxCount = maxCount;
    this.#maxSize = maxSize;
  }

  push(entry: Entry, size: number): void {
    this.#entries.push({ entry, size });
    this.#size += size;
    while (this.#exceedsLimits() && this.#count() > 1) this.#dropOldest();
  }

  /** Oldest first. */
  entries(): Entry[] {
    return this.#entries.flatMap((sized) => (sized ? [sized.entry] : []));
  }

  #count(): number {
    return this.#entries.length - this.#start;
  }

  #exceedsLimits(): boolean {
    return this.#count() > this.#maxCount || this.#size > this.#maxSize;
  }

  #dropOldest(): void {
    this.#size -= this.#entries[this.#start]?.size ?? 0;
    this.#entries[this.#start] = undefined;
    this.#start += 1;
    if (this.#start > this.#count()) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
  }
}
