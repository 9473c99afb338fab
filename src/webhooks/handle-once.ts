import type { WebhookEvent } from '../contract/event.ts';
import type { Dedupe } from './dedupe-options.ts';
import type { DedupeClaim, DedupeLease, DedupeStore } from './dedupe-store.ts';
import { startRenewing } from './renewals.ts';
import { callStore, claim, quarterOf } from './store-call.ts';
import { WebhookDedupeError } from './webhook-dedupe-error.ts';

/**
 * Handles an event under a lease, unless another delivery of it is being handled or was handled. A failure after the
 * function has returned is only reported: the event was handled, and another delivery would not change that. Each call
 * of the store is waited for a quarter of the lease at most, so that no delivery waits for a store that is silent.
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
  // An unknown result counts as busy, so that a faulty store loses no event.
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
