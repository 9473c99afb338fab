import { aFunction, aPositiveWholeNumber, requireFields, secondsUpToTenYears } from '../core/options/checks.ts';
import type { DedupeLease, DedupeStore } from './dedupe-store.ts';

/** Options of {@link memoryDedupe}. */
export interface MemoryDedupeOptions {
  /** The maximum number of events. The oldest event that is not being handled is removed first. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /** How long a handled event is kept, in seconds; at most 315,360,000 (ten years). Default 86,400 (a day). */
  readonly ttlSeconds?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/**
 * Stores events in the memory of this process. This is enough if one process receives all deliveries and may forget
 * them when it restarts; for several processes use `redisDedupe`. Each handler needs its own store, because if two
 * handlers share a store, each event is handled by only one of them.
 *
 * @throws `ConfigurationError`, which names the option that is not valid.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, memoryDedupe } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '',
 *   dedupe: memoryDedupe(),
 *   on: { 'export.ready': async (event) => console.log(event.data.download_url) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore {
  requireFields(options, { maxEvents: aPositiveWholeNumber, ttlSeconds: secondsUpToTenYears, now: aFunction });
  const { maxEvents = 10_000, ttlSeconds = 86_400, now = Date.now } = options;
  const entries = new Map<string, DedupeEntry>();
  const held = new DedupeEntry();
  const handled = new DedupeEntry();

  const hasEnded = ({ endsAt }: DedupeEntry) => now() >= endsAt;
  const find = (id: string) => {
    const entry = entries.get(id);
    return entry && !hasEnded(entry) ? entry : undefined;
  };
  const isHeld = ({ id, token }: DedupeLease) => {
    const entry = find(id);
    return entry?.token === token && !entry.isDone;
  };
  const remove = (id: string) => {
    entries.get(id)?.remove();
    return entries.delete(id);
  };
  const keep = ({ id, token }: DedupeLease, isDone: boolean, milliseconds: number) => {
    remove(id);
    const entry = new DedupeEntry(id, token, isDone, now() + milliseconds);
    entries.set(id, entry);
    entry.addTo(isDone ? handled : held);
    while (entries.size > maxEvents) {
      // All leases have the same length, so if the oldest has not expired, none has.
      const oldest = hasEnded(held.newer) ? held.newer : handled.newer;
      if (oldest === handled) break;
      remove(oldest.id);
    }
    return true;
  };

  return {
    claim(lease) {
      const entry = find(lease.id);
      if (entry?.isDone) return 'done';
      if (entry && entry.token !== lease.token) return 'busy';
      keep(lease, false, lease.milliseconds);
      return 'claimed';
    },
    renew: (lease) => isHeld(lease) && keep(lease, false, lease.milliseconds),
    done: (lease) => find(lease.id)?.token === lease.token && keep(lease, true, ttlSeconds * 1000),
    free: (lease) => isHeld(lease) && remove(lease.id),
  };
}

/** An event in a linked ring, or the ring's head. A `Map` is slower: it finds its oldest key slowly after deletions. */
class DedupeEntry {
  readonly id: string;
  readonly token: string;
  readonly isDone: boolean;
  /** When the entry expires, in milliseconds since 1970. */
  readonly endsAt: number;
  older: DedupeEntry = this;
  newer: DedupeEntry = this;

  constructor(id = '', token = '', isDone = false, endsAt: number = Number.POSITIVE_INFINITY) {
    this.id = id;
    this.token = token;
    this.isDone = isDone;
    this.endsAt = endsAt;
  }

  addTo(list: DedupeEntry): void {
    this.older = list.older;
    this.newer = list;
    this.older.newer = this;
    list.older = this;
  }

  remove(): void {
    this.older.newer = this.newer;
    this.newer.older = this.older;
  }
}
