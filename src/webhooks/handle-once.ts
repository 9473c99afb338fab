import type { WebhookEvent } from '../contract/event.ts';
import type { Dedupe } from './dedupe-options.ts';
import type { DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';
import { WebhookDedupeError } from './webhook-dedupe-error.ts';

/**
 * Handles an event under a lease, unless another delivery of it is at that or has done it. What fails after the function
 * has returned is reported only: the event was handled, and having it sent again would not undo that.
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
  const claim = await asking('claim', lease, () => store.claim(lease));
  // What is no known answer counts as busy, so that a faulty store loses no event.
  if (claim !== 'claimed') return claim === 'done' ? claim : 'busy';

  // A timer of more than 2 ** 31 ms would go off at once, again and again.
  const interval = Math.min(lease.milliseconds / 4, 1e9);
  const stopRenewing = keepRenewing(async () => store.renew(lease), interval);
  try {
    await handle(event);
  } catch (error) {
    stopRenewing();
    await asking('free', lease, () => store.free(lease)).catch(report);
    throw error;
  }
  await markDone(stopRenewing(), store, lease).catch(report);
  return claim;
}

/** What stops it tells whether the lease is still held, as far as is known. */
function keepRenewing(renew: () => Promise<boolean>, interval: number): () => boolean {
  let held = true;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    timer = setTimeout(turn, interval);
    // Only Node's timers have it: a renewal is no reason to keep a process alive.
    Object(timer).unref?.();
  };
  const turn = async () => {
    // A store that failed is asked again: the lease has time for three turns.
    held = await renew().catch(() => true);
    if (held && !stopped) schedule();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return held;
  };
}

async function markDone(held: boolean, store: DedupeStore, lease: DedupeLease): Promise<void> {
  if (held && (await asking('done', lease, () => store.done(lease)))) return;
  throw new WebhookDedupeError(
    'lease_lost',
    `The lease of the webhook event ${lease.id} ended while its function ran: another delivery may be handled, too. ` +
      'Pass longer `leaseSeconds` if this process is too busy to renew it in time.',
  );
}

async function asking<T>(what: keyof DedupeStore, { id }: DedupeLease, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const message = `The dedupe store's ${what}() failed for the webhook event ${id}.`;
    throw new WebhookDedupeError('store_failed', message, { cause });
  }
}
