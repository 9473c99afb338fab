/**
 * An event in a list, from the oldest to the newest. The list is a ring that begins and ends at an entry without an event.
 * A `Map` has an order, too, but finding its first key takes the longer the more keys were deleted.
 */
export class DedupeEntry {
  readonly id: string;
  readonly token: string;
  readonly isDone: boolean;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  older: DedupeEntry = this;
  newer: DedupeEntry = this;

  constructor(id = '', token = '', isDone = false, endsAt: number = Number.POSITIVE_INFINITY) {
    this.id = id;
    this.token = token;
    this.isDone = isDone;
    this.endsAt = endsAt;
  }

  /** Adds it to a list as the newest. */
  addTo(list: DedupeEntry): void {
    this.older = list.older;
    this.newer = list;
    this.older.newer = this;
    list.older = this;
  }

  /** Takes it out of its list. */
  remove(): void {
    this.older.newer = this.newer;
    this.newer.older = this.older;
  }
}
