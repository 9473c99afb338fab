import type { Delivery } from '../../deliveries/delivery.ts';

/** How many deliveries are remembered. */
const MAX_DELIVERIES = 10_000;

/** Tells which changes of deliveries are worth a line: an attempt has ended, or there will be no other. */
export class NewAttempts {
  /** What the last line of each delivery said. */
  readonly #logged = new Map<string, Logged>();

  /** True once for each attempt, and once for each delivery that fails without another; false for what is out of date. */
  has({ id, attempts, status }: Delivery): boolean {
    const logged = this.#logged.get(id) ?? { attempts: 0, isFailed: false };
    const isFailed = status === 'failed';
    const isNew =
      attempts.length > logged.attempts || (attempts.length === logged.attempts && isFailed && !logged.isFailed);
    if (!isNew) return false;
    this.#logged.set(id, { attempts: attempts.length, isFailed });
    this.#forgetOldest();
    return true;
  }

  /** Forgets all: after a reset, deliveries have the same ids again. */
  clear(): void {
    this.#logged.clear();
  }

  #forgetOldest(): void {
    if (this.#logged.size <= MAX_DELIVERIES) return;
    const [oldest = ''] = this.#logged.keys();
    this.#logged.delete(oldest);
  }
}

interface Logged {
  readonly attempts: number;
  readonly isFailed: boolean;
}
