import type { WebhookEvent } from '../contract/event.ts';
import { callSafely } from '../core/async/call-safely.ts';
import { ClipwrightError } from '../core/errors/clipwright-error.ts';
import type { Dedupe, DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';

/**
 * Why an event may not have been handled exactly once:
 *
 * - `store_failed`: a call to the store failed (its error is the `cause`) or did not settle within a quarter of the
 *   lease, so its effect is unknown.
 * - `lease_lost`: the lease expired, or the store lost it, while the function for the event was running, so another
 *   delivery of the event may also have been handled.
 */
export type WebhookDedupeReason = 'store_failed' | 'lease_lost';

/** Passed to `onError` of a webhook handler when its `dedupe` store fails or a lease is lost. */
export class WebhookDedupeError extends ClipwrightError {
  override readonly name = 'WebhookDedupeError' as const;
  readonly reason: WebhookDedupeReason;

  constructor(reason: WebhookDedupeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Handles an event under a lease, unless another delivery of the event is being handled or was handled. A failure of
 * the store after the function has returned is only reported, because the event was handled.
 *
 * @throws what the function throws, and `WebhookDedupeError` when the store fails to claim.
 */
export async function handleOnce(
  { store, leaseSeconds }: Dedupe,
  event: WebhookEvent,
  handle: (event: WebhookEvent) => unknown,
  report: (error: unknown, event: WebhookEvent) => void,
): Promise<DedupeClaim> {
  const reportStore = (error: unknown) => report(error, event);
  const lease = { id: event.id, token: crypto.randomUUID(), milliseconds: Math.ceil(leaseSeconds * 1000) };
  const claimed = await claim(store, lease);
  // An unknown result counts as busy, so that a faulty store does not lose events.
  if (claimed !== 'claimed') return claimed === 'done' ? claimed : 'busy';

  const stopRenewing = startRenewing(() => store.renew(lease), quarterOf(lease));
  try {
    await handle(event);
  } catch (error) {
    stopRenewing();
    await callStore(store, 'free', lease).catch(reportStore);
    throw error;
  }
  await markDone(stopRenewing(), store, lease).catch(reportStore);
  return claimed;
}

async function markDone(isHeld: boolean, store: DedupeStore, lease: DedupeLease): Promise<void> {
  if (isHeld && (await callStore(store, 'done', lease))) return;
  throw new WebhookDedupeError(
    'lease_lost',
    `The lease on the webhook event ${lease.id} was lost while its function ran: another delivery may be handled too. ` +
      'If the function blocks the process, pass a longer `leaseSeconds`; if not, check that the store keeps its data.',
  );
}

/** Renews a lease every `interval` ms. The returned function stops this, and returns false if the lease is lost. */
function startRenewing(renew: () => boolean | Promise<boolean>, interval: number): () => boolean {
  let isHeld = true;
  const renewOnce = async () => {
    if (await renew()) return;
    isHeld = false;
    clearInterval(timer);
  };
  // A failed renewal is ignored, because the next renewal is due before the lease expires.
  const timer = setInterval(() => void renewOnce().catch(() => undefined), interval);
  // Renewals must not keep the process alive. Timers in browsers and workers have no `unref`.
  Object(timer).unref?.();
  return () => {
    clearInterval(timer);
    return isHeld;
  };
}

/** Returns a quarter of the lease in milliseconds, at most 1e9: a timer of 2 ** 31 ms or more fires immediately. */
function quarterOf({ milliseconds }: DedupeLease): number {
  return Math.min(milliseconds / 4, 1e9);
}

/** Claims the event. If the claim fails, releases the lease, which the store may have granted nevertheless. */
async function claim(store: DedupeStore, lease: DedupeLease): Promise<unknown> {
  const claiming = invoke(store, 'claim', lease);
  try {
    return await inTime(claiming, 'claim', lease);
  } catch (error) {
    // The release is neither awaited nor reported: if it fails, the lease expires by itself.
    void callSafely(async () => {
      if ((await claiming.catch(() => 'claimed')) === 'claimed') await store.free(lease);
    });
    throw error;
  }
}

/** Waits for a call to the store, at most a quarter of the lease. Rejects with `WebhookDedupeError`. */
function callStore(store: DedupeStore, method: 'done' | 'free', lease: DedupeLease): Promise<unknown> {
  return inTime(invoke(store, method, lease), method, lease);
}

// This function is `async`, so that it rejects even if the store throws.
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
