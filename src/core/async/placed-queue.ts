/** Something that waits among others. */
interface Placed {
  /** No two have the same. */
  readonly place: number;
}

/** What waits, in the order of its places. */
export class PlacedQueue<Item extends Placed> {
  readonly #items: Item[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  /** A copy, so that items can be removed while it is read. */
  toArray(): Item[] {
    return [...this.#items];
  }

  add(item: Item): void {
    this.#items.splice(this.#indexOf(item.place), 0, item);
  }

  delete(item: Item): void {
    const index = this.#indexOf(item.place);
    if (this.#items[index] === item) this.#items.splice(index, 1);
  }

  /** Puts the items in order again after their places have changed. */
  sort(): void {
    this.#items.sort((one, other) => one.place - other.place);
  }

  /** Where an item with this place is, or would be. */
  #indexOf(place: number): number {
    let [from, to] = [0, this.#items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#items[middle]?.place ?? 0) < place) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
