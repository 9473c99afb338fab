import { ClipwrightError } from '../core/errors/clipwright-error.ts';

/**
 * Why an event may not have been handled exactly once:
 *
 * - `store_failed`: the store threw, and what it threw is the `cause`; or it has not settled within a quarter of the
 *   lease, so that what it did is unknown.
 * - `lease_lost`: the lease expired, or the store lost it, while the function for the event was running, so another
 *   delivery of the event may have been handled too.
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
