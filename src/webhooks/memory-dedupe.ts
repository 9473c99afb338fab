import type { DedupeLease, DedupeStore } from './dedupe-store.ts';
import { aFunction, requireOptions, seconds, wholeAboveZero } from './option-checks.ts';

/** Options of {@link memoryDedupe}. */
export interface MemoryDedupeOptions {
  /** How many events are kept at most, but for those that are being handled; 10,000 by default. The oldest goes first. */
  readonly maxEvents?: number | undefined;
  /** How long a handled event is kept, in seconds; 86,400 by default, a day. */
  readonly ttlSeconds?: number | undefined;
  /** The clock, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/**
 * Keeps events in the memory of this process. Enough where one process receives all deliveries and may forget them when it
 * restarts; for several there is `redisDedupe`. Each handler needs a memory of its own: of two that share one, each would
 * take for handled what the other has handled.
 *
 * @throws `ConfigurationError` that names the option that cannot be used.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, memoryDedupe } from 'clipwright/webhooks';
 *
 * const handle = createWebhookHandler({
 *   secret: process.env.WEBHOOK_SECRET ?? '',
 *   dedupe: memoryDedupe(),
 *   on: { 'export.ready': async (event) => console.log(event.data.download_url) },
 * });
 * export default { fetch: handle };
 * ```
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore {
  requireOptions(options, { maxEvents: wholeAboveZero, ttlSeconds: seconds, now: aFunction });
  const { maxEvents = 10_000, ttlSeconds = 86_400, now = Date.now } = options;
  /** In the order of their last change. */
  const entries = new Map<string, Entry>();

  const find = (id: string) => {
    const entry = entries.get(id);
    return entry && now() < entry.endsAt ? entry : undefined;
  };
  const isHeld = ({ id, token }: DedupeLease) => {
    const entry = find(id);
    return entry?.token === token && !entry.isDone;
  };
  const keep = ({ id, token }: DedupeLease, isDone: boolean, milliseconds: number) => {
    entries.delete(id);
    entries.set(id, { token, isDone, endsAt: now() + milliseconds });
    for (const [oldest, { isDone }] of entries) {
      if (entries.size <= maxEvents) break;
      if (isDone || !find(oldest)) entries.delete(oldest);
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
    free: (lease) => isHeld(lease) && entries.delete(lease.id),
  };
}

interface Entry {
  readonly token: string;
  readonly isDone: boolean;
  readonly endsAt: number;
}
