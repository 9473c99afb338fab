import type { WebhookEvent } from '../contract/event.ts';
import type { Dedupe } from './dedupe-options.ts';
import type { DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';
import { WebhookDedupeError } from './webhook-dedupe-error.ts';

/**
 * Handles an event under a lease, unless another delivery of it is being handled or was handled. A failure after the
 * function has returned is only reported: the event was handled, and another delivery would not change that.
 *
 * @throws what the function throws, and `WebhookDedupeError` when the store fails to claim.
 */
export async function handleOnce(
  { store, leaseSeconds }: Dedupe,
  event: WebhookEvent,
  handle: (event: WebhookEvent) => unknown,
  onError: (error: unknown, event: WebhookEvent) => void,
): Promise<DedupeClaim> {
  const report = (error: unknown) => onError(error, event);
  const lease = { id: event.id, token: crypto.randomUUID(), milliseconds: Math.ceil(leaseSeconds * 1000) };
  const claim = await callStore(store, 'claim', lease);
  // An unknown result counts as busy, so that a faulty store loses no event.
  if (claim !== 'claimed') return claim === 'done' ? claim : 'busy';

  // A timer of more than 2 ** 31 ms would fire at once, again and again.
  const interval = Math.min(lease.milliseconds / 4, 1e9);
  const stopRenewing = startRenewing(async () => store.renew(lease), interval);
  try {
    await handle(event);
  } catch (error) {
    stopRenewing();
    await callStore(store, 'free', lease).catch(report);
    throw error;
  }
  await markDone(stopRenewing(), store, lease).catch(report);
  return claim;
}

/** Returns a function that stops the renewals and returns whether the lease is still held, as far as is known. */
function startRenewing(renew: () => Promise<boolean>, interval: number): () => boolean {
  let isHeld = true;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer = setTimeout(renewOnce, interval);
    // Only Node's timers have `unref`: a renewal must not keep the process alive.
    Object(timer).unref?.();
  };
  const renewOnce = async () => {
    // If the store fails, try again: there is time for three renewals until the lease expires.
    isHeld = await renew().catch(() => true);
    if (isHeld && !isStopped) schedule();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    return isHeld;
  };
}

async function markDone(isHeld: boolean, store: DedupeStore, lease: DedupeLease): Promise<void> {
  if (isHeld && (await callStore(store, 'done', lease))) return;
  throw new WebhookDedupeError(
    'lease_lost',
    `The lease on the webhook event ${lease.id} expired while its function ran: another delivery may be handled too. ` +
      'Pass a longer `leaseSeconds`.',
  );
}

async function callStore(store: DedupeStore, method: keyof DedupeStore, lease: DedupeLease): Promise<unknown> {
  try {
    return await store[method](lease);
  } catch (cause) {
    const message = `The dedupe store's ${method}() failed for the webhook event ${lease.id}.`;
    throw new WebhookDedupeError('store_failed', message, { cause });
  }
}
