import { ConfigurationError } from '../core/errors/configuration-error.ts';
import { isObject, mustBe, requireFields, secondsUpToTenYears } from '../core/options/checks.ts';
import type { DedupeStore } from './dedupe-store.ts';

/** How a webhook handler handles each event once. */
export interface DedupeOptions {
  /** Keeps the events that are being handled or were handled. */
  readonly store: DedupeStore;
  /**
   * How long a lease on an event lasts, in seconds. If the process that handles the event dies, no other delivery of it
   * is handled until the lease expires. The function may take longer: the lease is renewed every quarter of this time,
   * for as long as the function runs, even if it never settles. It is lost when a computation blocks the process's
   * timers, or the store does not respond, for this long. A delivery waits for each call of the store at most a quarter
   * of this time. At most 315,360,000, ten years. Default 30, which makes that 7.5 s.
   */
  readonly leaseSeconds?: number | undefined;
}

/** The options, with defaults. */
export interface Dedupe {
  readonly store: DedupeStore;
  readonly leaseSeconds: number;
}

/** @throws `ConfigurationError`, which names the option that is not valid. */
export function readDedupe(dedupe: DedupeStore | DedupeOptions): Dedupe {
  const options = isStore(dedupe) ? { store: dedupe } : dedupe;
  // Those of a client of Redis are no mistyped options.
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
