import { callSafely } from '../core/async/call-safely.ts';
import type { DedupeLease, DedupeStore } from './dedupe-store.ts';
import { WebhookDedupeError } from './webhook-dedupe-error.ts';

/**
 * How often a lease is renewed, and how long a delivery waits for one call of the store, in milliseconds: a quarter of
 * the lease. A timer of more than 2 ** 31 ms would fire at once, again and again.
 */
export function quarterOf({ milliseconds }: DedupeLease): number {
  return Math.min(milliseconds / 4, 1e9);
}

/**
 * Claims the event. A claim that failed, or has not settled in time, may have taken the lease all the same, or take it
 * later. The event is released then: otherwise no other delivery could be handled until the lease expires.
 *
 * @throws `WebhookDedupeError`
 */
export async function claim(store: DedupeStore, lease: DedupeLease): Promise<unknown> {
  const claiming = invoke(store, 'claim', lease);
  try {
    return await inTime(claiming, 'claim', lease);
  } catch (error) {
    // Not awaited, and not reported: the store is failing, and if it fails here too, the lease expires by itself.
    void callSafely(async () => {
      if ((await claiming.catch(() => 'claimed')) === 'claimed') await store.free(lease);
    });
    throw error;
  }
}

/**
 * Calls the store, for no longer than a quarter of the lease.
 *
 * @throws `WebhookDedupeError`
 */
export function callStore(store: DedupeStore, method: 'done' | 'free', lease: DedupeLease): Promise<unknown> {
  return inTime(invoke(store, method, lease), method, lease);
}

/** Whether the store throws or rejects, the promise rejects. */
async function invoke(store: DedupeStore, method: keyof DedupeStore, lease: DedupeLease): Promise<unknown> {
  return store[method](lease);
}

function inTime(call: Promise<unknown>, method: keyof DedupeStore, lease: DedupeLease): Promise<unknown> {
  const limit = quarterOf(lease);
  const failure = (problem: string, options?: ErrorOptions) => {
    const message = `The dedupe store's ${method}() ${problem} for the webhook event ${lease.id}.`;
    return new WebhookDedupeError('store_failed', message, options);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure(`has not settled within ${limit} ms`)), limit);
    void call.then(resolve, (cause) => reject(failure('failed', { cause }))).finally(() => clearTimeout(timer));
  });
}
