import { ClipwrightError, isClipwrightError } from '../core/errors/clipwright-error.ts';

/**
 * Why a delivery was rejected:
 *
 * - `missing_secret`: a secret is missing or empty.
 * - `parsed_body`: the body is neither a string nor a `Uint8Array`, or was already read; the signature covers the raw
 *   bytes only.
 * - `missing_header`: there is no `x-service-signature` or no `x-service-timestamp`.
 * - `no_match`: the signature is for another body, timestamp or secret.
 * - `unreadable_timestamp`: the signature is valid, but the timestamp is not.
 * - `outside_window`: the signature is valid, but the timestamp is too old or too far ahead of this machine's clock.
 * - `not_an_event`: the signature is valid, but the body is not an event.
 */
export type WebhookVerificationReason =
  | 'missing_secret'
  | 'parsed_body'
  | 'missing_header'
  | 'no_match'
  | 'unreadable_timestamp'
  | 'outside_window'
  | 'not_an_event';

/** Thrown when a webhook delivery cannot be verified; `reason` says why. Does not contain secrets or signatures. */
export class WebhookVerificationError extends ClipwrightError {
  override readonly name = 'WebhookVerificationError' as const;
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Whether a value is a {@link WebhookVerificationError}, including one from another copy of the package.
 *
 * @example
 * ```ts
 * try {
 *   await verifyWebhook({ body, headers, secret });
 * } catch (error) {
 *   if (!isWebhookVerificationError(error)) throw error;
 *   console.log(error.reason, error.message);
 * }
 * ```
 */
export function isWebhookVerificationError(value: unknown): value is WebhookVerificationError {
  return isClipwrightError(value) && value.name === 'WebhookVerificationError';
}
