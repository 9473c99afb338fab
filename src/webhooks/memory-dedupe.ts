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
 * const secret = process.env.CLIPWRIGHT_WEBHOOK_SECRET ?? '';
 * export default { fetch: createWebhookHandler({ secret, dedupe: memoryDedupe(), onOther: console.log }) };
 * ```
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore {
  requireFields(options, { maxEvents: aPositiveWholeNumber, ttlSeconds: secondsUpToTenYears, now: aFunction });
  const { maxEvents = 10_000, ttlSeconds = 86_400, now = Date.now } = options;
  const held = new Map<string, Entry>();
  const handled = new Map<string, Entry>();

  const hasEnded = ({ endsAt }: Entry) => now() >= endsAt;
  const find = (entries: Map<string, Entry>, id: string) => {
    const entry = entries.get(id);
    return entry && !hasEnded(entry) ? entry : undefined;
  };
  const isHeld = ({ id, token }: DedupeLease) => find(held, id)?.token === token;
  const keep = (entries: Map<string, Entry>, { id, token }: DedupeLease, milliseconds: number) => {
    held.delete(id);
    handled.delete(id);
    entries.set(id, { token, endsAt: now() + milliseconds });
    while (held.size + handled.size > maxEvents) {
      // All leases have the same length, so if the oldest has not expired, none has.
      const [oldest] = held;
      const full = oldest && hasEnded(oldest[1]) ? held : handled;
      const [oldestId] = full.keys();
      if (oldestId === undefined) break;
      full.delete(oldestId);
    }
    return true;
  };

  return {
    claim(lease) {
      if (find(handled, lease.id)) return 'done';
      const entry = find(held, lease.id);
      if (entry && entry.token !== lease.token) return 'busy';
      keep(held, lease, lease.milliseconds);
      return 'claimed';
    },
    renew: (lease) => isHeld(lease) && keep(held, lease, lease.milliseconds),
    done: (lease) =>
      (isHeld(lease) || find(handled, lease.id)?.token === lease.token) && keep(handled, lease, ttlSeconds * 1000),
    free: (lease) => isHeld(lease) && held.delete(lease.id),
  };
}

/** An event that is being handled or was handled. */
interface Entry {
  readonly token: string;
  /** When the entry expires, in milliseconds since 1970. */
  readonly endsAt: number;
}
