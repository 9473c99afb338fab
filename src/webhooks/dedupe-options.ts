import { ConfigurationError } from '../core/errors/configuration-error.ts';
import type { DedupeStore } from './dedupe-store.ts';
import { type Check, requireOptions, seconds } from './option-checks.ts';

/** How a webhook handler handles each event once. */
export interface DedupeOptions {
  /** Where it is kept which events are being handled and which were. */
  readonly store: DedupeStore;
  /**
   * How long an event stays closed to other deliveries when the process that handles it dies, in seconds; 30 by default.
   * The function may take longer: while it runs, the lease is renewed, four times as often as it would end. It is lost when
   * a computation keeps the process from its timers, or the store does not answer, for so long.
   */
  readonly leaseSeconds?: number | undefined;
}

/** Where events are kept, and for how long while they are being handled. */
export interface Dedupe {
  readonly store: DedupeStore;
  readonly leaseSeconds: number;
}

/** @throws `ConfigurationError` that names the option that cannot be used. */
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
