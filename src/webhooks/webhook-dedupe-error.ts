import { ClipwrightError } from '../core/errors/clipwright-error.ts';

/**
 * What went wrong around an event that is to be handled once:
 *
 * - `store_failed`: the store threw; what it threw is the `cause`.
 * - `lease_lost`: the lease ended while the function for the event was running, so that another delivery of the event may
 *   have been handled, too.
 */
export type WebhookDedupeReason = 'store_failed' | 'lease_lost';

/** What `onError` of a webhook handler is told when its `dedupe` store fails, or a lease is lost. */
export class WebhookDedupeError extends ClipwrightError {
  override readonly name = 'WebhookDedupeError' as const;
  readonly reason: WebhookDedupeReason;

  constructor(reason: WebhookDedupeReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
