/** What has a place in a {@link PlaceQueue}. */
export interface Placed {
  readonly place: number;
}

/** Items in the order of their places, whichever order they come in: a binary heap. */
export class PlaceQueue<Item extends Placed> implements Iterable<Item> {
  readonly #heap: Item[] = [];
  readonly #present = new Set<Item>();

  get size(): number {
    return this.#present.size;
  }

  /** The item with the lowest place. */
  get first(): Item | undefined {
    let [first] = this.#heap;
    while (first !== undefined && !this.#present.has(first)) {
      this.#removeFirst();
      [first] = this.#heap;
    }
    return first;
  }

  add(item: Item): void {
    this.#present.add(item);
    this.#heap.push(item);
    this.#moveUp(item, this.#heap.length - 1);
  }

  // The item stays in the heap until it is the first there: to look for it would take longer.
  delete(item: Item): void {
    this.#present.delete(item);
    if (this.#present.size === 0) this.#heap.length = 0;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#present.values();
  }

  #moveUp(item: Item, from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = this.#heap[above];
      if (other === undefined || other.place <= item.place) break;
      this.#heap[at] = other;
      at = above;
    }
    this.#heap[at] = item;
  }

  #removeFirst(): void {
    const item = this.#heap.pop();
    if (item === undefined || this.#heap.length === 0) return;
    let at = 0;
    for (let below = this.#lowerBelow(at); below !== undefined && below.item.place < item.place; ) {
      this.#heap[at] = below.item;
      at = below.at;
      below = this.#lowerBelow(at);
    }
    this.#heap[at] = item;
  }

  /** Of the two items below one in the heap, that with the lower place. */
  #lowerBelow(at: number): { readonly item: Item; readonly at: number } | undefined {
    const left = 2 * at + 1;
    const [one, other] = [this.#heap[left], this.#heap[left + 1]];
    if (one === undefined) return undefined;
    return other !== undefined && other.place < one.place ? { item: other, at: left + 1 } : { item: one, at: left };
  }
}
