import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { isObject, mustBe, requireFields, secondsUpToTenYears } from '../core/options/checks.ts';

/** One delivery's lease on an event. A store gets the same lease in every call for this delivery. */
export interface DedupeLease {
  /** The event's `id`. */
  readonly id: string;
  /** The holder of the lease: a UUID, new for each delivery. */
  readonly token: string;
  /** How long the lease lasts after a claim or a renewal, in whole milliseconds. */
  readonly milliseconds: number;
}

/** Whether this delivery may handle the event, another delivery is handling it, or the event was handled. */
export type DedupeClaim = 'claimed' | 'busy' | 'done';

/**
 * Stores which events are being handled or were handled. Use `memoryDedupe()`, `redisDedupe(client)` from
 * `clipwright/webhooks/redis`, or your own store on any database with conditional updates.
 *
 * A lease expires by itself. Until it expires, only calls with its token can change it. Each call must be atomic and
 * repeatable, because a database client may send a command again after a broken connection.
 *
 * A call fails when it throws, rejects or has not settled within a quarter of the lease. A failed `claim`, `done` or
 * `free` is reported to `onError`, a failed `renew` is not: the next one follows a quarter of the lease later. After a
 * failed `claim`, the response is 500, and `free` is called once `claim` has settled, because it may have taken the
 * lease.
 */
export interface DedupeStore {
  /** Claims the event, unless it is done or another token holds it. The same token may claim it again. */
  claim(lease: DedupeLease): DedupeClaim | Promise<DedupeClaim>;
  /** Restarts the lease from now. Returns false and changes nothing when the lease's token does not hold the event. */
  renew(lease: DedupeLease): boolean | Promise<boolean>;
  /** Marks the event as handled. Returns false and changes nothing if this token neither holds nor has marked it. */
  done(lease: DedupeLease): boolean | Promise<boolean>;
  /** Releases the event for the next claim. Changes nothing when the lease's token does not hold the event. */
  free(lease: DedupeLease): unknown;
}

/** How a webhook handler makes sure that each event is handled once. */
export interface DedupeOptions {
  /** Stores which events are being handled or were handled. */
  readonly store: DedupeStore;
  /**
   * How long a lease on an event lasts, in seconds; at most 315,360,000 (ten years). Default 30. If the process that
   * handles the event dies, no other delivery of the event is handled until the lease expires. The function for the
   * event may take longer, because the lease is renewed every quarter of this time while the function runs. The lease
   * is lost if a computation blocks the process's timers, or the store does not respond, for this long.
   */
  readonly leaseSeconds?: number | undefined;
}

export interface Dedupe {
  readonly store: DedupeStore;
  readonly leaseSeconds: number;
}

/** @throws `ConfigurationError`, which names the option that is not valid. */
export function readDedupe(dedupe: DedupeStore | DedupeOptions): Dedupe {
  const options = isStore(dedupe) ? { store: dedupe } : dedupe;
  // For a Redis client passed by mistake, do not report its fields as unknown options.
  if (!isObject(options) || 'eval' in options) throw new ConfigurationError('dedupe', `must be ${storeNoun}.`);
  requireFields<DedupeOptions>(options, { store: aStore, leaseSeconds: secondsUpToTenYears }, 'dedupe');
  const { store, leaseSeconds = 30 } = options;
  if (!store) throw new ConfigurationError('dedupe.store', 'is missing.');
  return { store, leaseSeconds };
}

const methods = ['claim', 'renew', 'done', 'free'] as const satisfies (keyof DedupeStore)[];
const storeNoun = 'a store, such as memoryDedupe() or redisDedupe(client)';
const aStore = mustBe(storeNoun, isStore);

function isStore(value: unknown): value is DedupeStore {
  return methods.every((name) => typeof Object(value)[name] === 'function');
}
