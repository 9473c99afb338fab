import { onAbort } from './cancellation.ts';
import { PlacedQueue } from './placed-queue.ts';

/** Bounds how many pieces of work are under way at once. Those that wait begin in the order of their places. */
export class Semaphore {
  readonly limit: number;
  #taken = 0;
  readonly #waiting = new PlacedQueue<WaitingWork>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The function that frees the slot; undefined if there is none at once. */
  tryAcquire(): (() => void) | undefined {
    return this.#taken < this.limit ? this.#take() : undefined;
  }

  /** Waits for a slot, and returns the function that frees it. Rejects with the signal's reason once it is aborted. */
  acquire(place: number, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.#waiting.delete(work);
        unlisten();
      };
      const unlisten = onAbort(signal, () => {
        leave();
        reject(signal.reason);
      });
      const work = {
        place,
        begin: () => {
          leave();
          resolve(this.#take());
        },
      };
      if (this.#taken < this.limit) work.begin();
      else this.#waiting.add(work);
    });
  }

  #take(): () => void {
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      this.#waiting.first?.begin();
    };
  }
}

interface WaitingWork {
  readonly place: number;
  begin(): void;
}
