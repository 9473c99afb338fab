interface SizedEntry<Entry> {
  readonly entry: Entry;
  readonly size: number;
}

/** The newest entries of something that goes on for ever: so many, and no more than so much. */
export class RingBuffer<Entry> {
  readonly #maxCount: number;
  readonly #maxSize: number;
  #entries: (SizedEntry<Entry> | undefined)[] = [];
  /** Where the oldest stands: shifting a long array costs its whole length. */
  #start = 0;
  #size = 0;

  /** @param maxSize What the sizes of all entries may add up to; the newest is kept whatever its size. */
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

  remove(shouldRemove: (entry: Entry) => boolean): void {
    this.#entries = this.#entries.filter((sized) => sized && !shouldRemove(sized.entry));
    this.#start = 0;
    this.#size = this.#entries.reduce((sum, sized) => sum + (sized?.size ?? 0), 0);
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
    if (this.#start <= this.#count()) return;
    this.#entries = this.#entries.slice(this.#start);
    this.#start = 0;
  }
}
