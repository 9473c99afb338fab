import type { Delivery } from '../../deliveries/delivery.ts';

/** How many deliveries are remembered. */
const MAX_DELIVERIES = 10_000;

/** Tells which changes of deliveries are worth a line: an attempt has ended, or there will be no other. */
export class NewAttempts {
  /** What the last line of a delivery said. */
  readonly #logged = new Map<string, string>();

  /** True once for each attempt, and once for each delivery that fails without another. */
  has({ id, attempts, status }: Delivery): boolean {
    const state = `${attempts.length} ${status === 'failed'}`;
    if (state === (this.#logged.get(id) ?? UNTRIED)) return false;
    this.#logged.set(id, state);
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

const UNTRIED = '0 false';
