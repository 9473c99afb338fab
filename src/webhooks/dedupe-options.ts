import { ConfigurationError } from '../core/errors/configuration-error.ts';
import type { DedupeStore } from './dedupe-store.ts';
import { type Check, requireOptions, seconds } from './option-checks.ts';

/** How a webhook handler handles each event once. */
export interface DedupeOptions {
  /** Where the events that are being handled or were handled are kept. */
  readonly store: DedupeStore;
  /**
   * How long a lease on an event lasts, in seconds. If the process that handles the event dies, no other delivery of it
   * is handled until the lease expires. The function may take longer: the lease is renewed every quarter of this time.
   * It is lost when a computation blocks the process's timers, or the store does not respond, for this long. Default
   * 30.
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
  if (isStore(dedupe)) return { store: dedupe, leaseSeconds: 30 };
  requireOptions(dedupe, { store: aStore, leaseSeconds: seconds }, 'dedupe.');
  const { store, leaseSeconds = 30 } = dedupe;
  if (!store) throw new ConfigurationError('dedupe.store', 'is missing.');
  return { store, leaseSeconds };
}

const aStore: Check = ['a store, with claim, renew, done and free', isStore];

function isStore(value: unknown): value is DedupeStore {
  const methods: (keyof DedupeStore)[] = ['claim', 'renew', 'done', 'free'];
  return methods.every((name) => typeof Reflect.get(Object(value), name) === 'function');
}
