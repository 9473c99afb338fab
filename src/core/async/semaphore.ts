import { onAbort } from './cancellation.ts';

/** Bounds how many pieces of work are under way at once. Those that wait begin in the order in which they came. */
export class Semaphore {
  readonly limit: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Waits for a slot, and returns the function that frees it. Rejects with the signal's reason once it is aborted. */
  acquire(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(take);
        unlisten();
      };
      const abort = () => {
        leave();
        reject(signal.reason);
      };
      const take = () => {
        leave();
        this.#taken += 1;
        resolve(() => this.#free());
      };
      const unlisten = onAbort(signal, abort);
      if (this.#taken < this.limit) take();
      else this.#waiting.add(take);
    });
  }

  #free(): void {
    this.#taken -= 1;
    const [next] = this.#waiting;
    next?.();
  }
}
