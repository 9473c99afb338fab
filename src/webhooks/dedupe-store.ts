/** One delivery's hold on an event. Every call that a store gets for this delivery carries the same one. */
export interface DedupeLease {
  /** The event's `id`. */
  readonly id: string;
  /** Who holds the lease: a UUID, new for each delivery. */
  readonly token: string;
  /** How long the lease lasts from a claim or a renewal on: a whole number of milliseconds. */
  readonly milliseconds: number;
}

/** The event is this delivery's to handle, another delivery of it is being handled, or it was handled before. */
export type DedupeClaim = 'claimed' | 'busy' | 'done';

/**
 * Where it is kept which events are being handled and which were: `memoryDedupe()`, `redisDedupe(client)` of
 * `clipwright/webhooks/redis`, or your own over any database that can change a row on a condition.
 *
 * A lease ends by itself when its time is up. Its holder is the delivery whose token it was claimed with, as long as it has
 * not ended. Each call must be atomic, and may be repeated: a database client may send it again after a broken connection.
 * When a claim throws or rejects, the delivery is answered 500, so that the sender tries again. When another call does, the
 * answer is what the function for the event has made it. `onError` is told of a failed claim, `done` or `free`; a failed
 * renewal is tried again.
 */
export interface DedupeStore {
  /**
   * Takes the event for the lease's token, unless it is done or another token holds it. For the token that holds it already
   * the answer is `'claimed'` again.
   */
  claim(lease: DedupeLease): DedupeClaim | Promise<DedupeClaim>;
  /** Lets the lease last its time from now on. False, and nothing changed, when its token does not hold it. */
  renew(lease: DedupeLease): boolean | Promise<boolean>;
  /**
   * Notes that the event was handled, for as long as the store remembers. False, and nothing changed, when the lease's
   * token neither holds the event nor has noted this before.
   */
  done(lease: DedupeLease): boolean | Promise<boolean>;
  /** Gives the event to the next claim. Changes nothing when the lease's token does not hold it. */
  free(lease: DedupeLease): unknown;
}
