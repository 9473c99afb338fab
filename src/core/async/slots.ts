/** Work that waits for a slot, and for something of its own. */
export interface SlotQueue {
  /** Whether a slot is all that the first of them waits for. */
  readonly isReady: boolean;
  /** That of the first of them. */
  readonly place: number;
  /** Starts the first of them, which takes a slot, or removes it. */
  start(): void;
}

/** Bounds how many pieces of work are under way at once. */
export class Slots {
  readonly limit: number;
  #taken = 0;
  readonly #queues = new Set<SlotQueue>();

  constructor(limit: number) {
    this.limit = limit;
  }

  get isFree(): boolean {
    return this.#taken < this.limit;
  }

  /** Takes a slot, which must be free, and returns the function that frees it. */
  take(): () => void {
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      this.#fill();
    };
  }

  /** From now on, a slot that becomes free goes to the first in the queues that is ready. */
  addQueue(queue: SlotQueue): void {
    this.#queues.add(queue);
  }

  deleteQueue(queue: SlotQueue): void {
    this.#queues.delete(queue);
  }

  #fill(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.start();
  }

  #next(): SlotQueue | undefined {
    let next: SlotQueue | undefined;
    if (!this.isFree) return undefined;
    for (const queue of this.#queues) {
      if (queue.isReady && (next === undefined || queue.place < next.place)) next = queue;
    }
    return next;
  }
}
