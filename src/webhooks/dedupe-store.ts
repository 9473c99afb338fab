/** One delivery's lease on an event. A store gets the same lease in every call for this delivery. */
export interface DedupeLease {
  /** The event's `id`. */
  readonly id: string;
  /** Who holds the lease: a UUID, new for each delivery. */
  readonly token: string;
  /** How long the lease lasts after a claim or a renewal, in whole milliseconds. */
  readonly milliseconds: number;
}

/** Whether this delivery may handle the event, another delivery of it is being handled, or it was handled before. */
export type DedupeClaim = 'claimed' | 'busy' | 'done';

/**
 * Keeps the events that are being handled or were handled: `memoryDedupe()`, `redisDedupe(client)` of
 * `clipwright/webhooks/redis`, or your own store on any database with conditional updates.
 *
 * A lease expires by itself. Until then it is held by the delivery whose token it was claimed with. Each call must be
 * atomic and may be repeated: a database client may send it again after a broken connection.
 *
 * A call fails when it throws, rejects or has not settled within a quarter of the lease. When a claim fails, the
 * response to the delivery is 500, so that the sender retries it, and the lease is released once, as soon as the claim
 * settles, in case it was taken. If that fails, too, the lease expires, and nothing more is reported. When another call
 * fails, the response depends only on the function for the event. A failed `claim`, `done` or `free` is reported to
 * `onError` otherwise. A failed renewal is not: the next one follows after a quarter of the lease, whether or not it has
 * settled.
 */
export interface DedupeStore {
  /**
   * Claims the event for the lease's token, unless it is done or held by another token. Returns `'claimed'` again to
   * the token that already holds it.
   */
  claim(lease: DedupeLease): DedupeClaim | Promise<DedupeClaim>;
  /** Renews the lease from now on. Returns false and changes nothing when the lease's token does not hold the event. */
  renew(lease: DedupeLease): boolean | Promise<boolean>;
  /**
   * Marks the event as handled, for as long as the store keeps it. Returns false and changes nothing when the lease's
   * token neither holds the event nor has marked it before.
   */
  done(lease: DedupeLease): boolean | Promise<boolean>;
  /** Releases the event for the next claim. Changes nothing when the lease's token does not hold it. */
  free(lease: DedupeLease): unknown;
}
