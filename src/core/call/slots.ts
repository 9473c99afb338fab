/** Bounds how many attempts of a client are in flight. */
export class Slots {
  readonly limit: number;
  /** The gates in which calls wait, perhaps for a slot. */
  readonly gates = new Set<{ startWaiting(): void }>();
  #taken = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get isFree(): boolean {
    return this.#taken < this.limit;
  }

  take(): void {
    this.#taken += 1;
  }

  free(): void {
    const wasFree = this.isFree;
    this.#taken -= 1;
    // Then no call waits for a slot, and there may be very many gates.
    if (wasFree) return;
    for (const gate of [...this.gates]) {
      if (!this.isFree) return;
      // At the end, so that another comes first next time.
      this.gates.delete(gate);
      this.gates.add(gate);
      gate.startWaiting();
    }
  }
}
